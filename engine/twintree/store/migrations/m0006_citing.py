"""Format 6: links inside files, and works whose being held belongs to the papers that cite them."""

SQL = """
CREATE TABLE file_link (                         -- where a file's own links lead, within it
    file  TEXT PRIMARY KEY REFERENCES file(id) ON DELETE CASCADE,
    links TEXT NOT NULL                          -- JSON, see base.inlinks
) STRICT, WITHOUT ROWID;

-- A work is held, or no longer held, by whatever way: linked, matched, undone, or its paper deleted.
CREATE TRIGGER work_is_held AFTER UPDATE OF paper ON work WHEN old.paper IS NOT new.paper BEGIN
    UPDATE paper SET revision = revision + 1 WHERE id IN (
        SELECT file.paper FROM reference JOIN file ON file.id = reference.file WHERE reference.work = new.id
    );
END;
"""
