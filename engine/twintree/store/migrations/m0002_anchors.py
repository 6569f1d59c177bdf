"""Step 2: what the layout model sees on each page, kept so that reading a file again costs nothing."""

SQL = """
CREATE TABLE layout_page (
    file  TEXT NOT NULL REFERENCES file(id) ON DELETE CASCADE,
    page  INTEGER NOT NULL,
    boxes TEXT NOT NULL,                         -- JSON list of LayoutBox, in reading order
    PRIMARY KEY (file, page)
) STRICT, WITHOUT ROWID;

CREATE INDEX anchor_file ON anchor(file, page);
CREATE INDEX anchor_section ON anchor(section) WHERE section IS NOT NULL;
"""
