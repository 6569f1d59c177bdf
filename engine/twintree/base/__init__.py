"""What every layer may use: ids, records, events, progress, errors and text rules; imports nothing of ours."""
