"""Step 7: methods' cards follow files that come to another paper, by a merge, by its undo, or by a split."""

SQL = """
CREATE TRIGGER file_moves_methods AFTER UPDATE OF paper ON file WHEN old.paper <> new.paper BEGIN
    INSERT OR IGNORE INTO method_stale SELECT method_source.method FROM method_mention
        JOIN method_source ON method_source.id = method_mention.source WHERE method_mention.file = new.id;
END;
"""
