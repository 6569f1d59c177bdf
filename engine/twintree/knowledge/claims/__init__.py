"""What a paper claims of its own: candidates from three of its parts, chosen, typed, and worded to stand alone."""
