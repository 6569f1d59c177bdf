"""Step 1: the first ledger. Final; later formats come as later steps. Imports no code of ours."""

SQL = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- papers ------------------------------------------------------------------------------------------
CREATE TABLE paper (
    num          INTEGER PRIMARY KEY,            -- for the word index; never shown, joins nothing else
    id           TEXT NOT NULL UNIQUE,
    key          TEXT NOT NULL UNIQUE COLLATE NOCASE,
    key_pinned   INTEGER NOT NULL DEFAULT 0,
    status       TEXT NOT NULL DEFAULT 'queued'
                 CHECK (status IN ('queued','searchable','structured','indexed','complete','failed',
                                   'set_aside','record')),
    reason       TEXT NOT NULL DEFAULT '',
    title        TEXT NOT NULL DEFAULT '',
    sort_title   TEXT NOT NULL DEFAULT '',
    authors      TEXT NOT NULL DEFAULT '[]',    -- JSON list of names, in order
    first_author TEXT NOT NULL DEFAULT '',      -- family name, folded, for sorting and matching
    year         INTEGER,
    venue        TEXT NOT NULL DEFAULT '',
    doi          TEXT NOT NULL DEFAULT '',
    arxiv        TEXT NOT NULL DEFAULT '',
    kind         TEXT NOT NULL DEFAULT 'article',
    language     TEXT NOT NULL DEFAULT '',
    pages        INTEGER NOT NULL DEFAULT 0,
    read_state   TEXT NOT NULL DEFAULT 'unread' CHECK (read_state IN ('unread','to_read','reading','read')),
    starred      INTEGER NOT NULL DEFAULT 0,
    added        TEXT NOT NULL,
    modified     TEXT NOT NULL,
    binned       TEXT,                           -- when it was put into the bin
    merged_into  TEXT REFERENCES paper(id),      -- redirect after a merge
    next_section INTEGER NOT NULL DEFAULT 1,     -- section numbers are never used twice
    revision     INTEGER NOT NULL DEFAULT 1,     -- rises whenever a projection must follow
    description  TEXT NOT NULL DEFAULT '',       -- long texts last: short columns are read without them
    abstract     TEXT NOT NULL DEFAULT ''
) STRICT;
-- One index a sort column, over what the table shows: a deep offset walks the index, never the rows.
CREATE INDEX paper_title ON paper(sort_title) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_author ON paper(first_author) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_year ON paper(year) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_venue ON paper(venue COLLATE NOCASE) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_added ON paper(added) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_modified ON paper(modified) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_pages ON paper(pages) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_status ON paper(status) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_read ON paper(read_state) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_starred ON paper(starred) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_key ON paper(key) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_shown ON paper(id) WHERE binned IS NULL AND merged_into IS NULL;
CREATE INDEX paper_attention ON paper(id) WHERE binned IS NULL AND merged_into IS NULL
    AND (status IN ('failed', 'set_aside') OR reason <> '');
CREATE INDEX paper_binned ON paper(binned) WHERE binned IS NOT NULL AND merged_into IS NULL;
CREATE INDEX paper_merged ON paper(merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX paper_doi    ON paper(doi) WHERE doi <> '';
CREATE INDEX paper_arxiv  ON paper(arxiv) WHERE arxiv <> '';

CREATE TABLE field (                             -- every proposal for a metadata field, with its source
    paper      TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    field      TEXT NOT NULL,
    source     TEXT NOT NULL,                    -- person | bibtex | ris | csl | xmp | pattern | …
    value      TEXT NOT NULL,                    -- JSON
    confidence REAL NOT NULL,
    PRIMARY KEY (paper, field, source)
) STRICT, WITHOUT ROWID;

-- files and pages -----------------------------------------------------------------------------------
CREATE TABLE file (
    id          TEXT PRIMARY KEY,
    paper       TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    role        TEXT NOT NULL DEFAULT 'main',    -- main | preprint | published | supplement | other
    name        TEXT NOT NULL,                   -- as it was called when it came
    linked      TEXT,                            -- where it lies, when it was not copied
    sha256      TEXT NOT NULL,                   -- of the current version
    size        INTEGER NOT NULL,
    format      TEXT NOT NULL DEFAULT 'pdf',
    pages       INTEGER NOT NULL DEFAULT 0,
    head        TEXT NOT NULL DEFAULT '{}',      -- FileHead as JSON: info, XMP, outline
    position    INTEGER NOT NULL DEFAULT 0,
    added       TEXT NOT NULL
) STRICT;
CREATE INDEX file_paper ON file(paper, position);
CREATE INDEX file_sha ON file(sha256);
CREATE INDEX file_name ON file(name COLLATE NOCASE);

CREATE TABLE file_version (
    file    TEXT NOT NULL REFERENCES file(id) ON DELETE CASCADE,
    sha256  TEXT NOT NULL,
    size    INTEGER NOT NULL,
    added   TEXT NOT NULL,
    PRIMARY KEY (file, sha256)
) STRICT, WITHOUT ROWID;
CREATE INDEX file_version_sha ON file_version(sha256);

CREATE TABLE page (
    id       INTEGER PRIMARY KEY,
    file     TEXT NOT NULL REFERENCES file(id) ON DELETE CASCADE,
    number   INTEGER NOT NULL,                   -- physical, from 1
    label    TEXT NOT NULL DEFAULT '',           -- as printed
    width    REAL NOT NULL,
    height   REAL NOT NULL,
    text     TEXT NOT NULL,                      -- normalised, reading order, furniture last
    body_end INTEGER NOT NULL,                   -- furniture stands after this offset
    lines    BLOB NOT NULL,                      -- geometry, see records.pack_lines
    how      TEXT NOT NULL,                      -- text | ocr | empty | garbled | failed
    problem  TEXT NOT NULL DEFAULT '',
    UNIQUE (file, number)
) STRICT;

CREATE TABLE passage (                           -- paragraphs: the unit of full-text search
    id    INTEGER PRIMARY KEY,
    page  INTEGER NOT NULL REFERENCES page(id) ON DELETE CASCADE,
    start INTEGER NOT NULL,
    end   INTEGER NOT NULL
) STRICT;
CREATE INDEX passage_page ON passage(page);

-- structure -----------------------------------------------------------------------------------------
CREATE TABLE section (
    id           TEXT PRIMARY KEY,
    paper        TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    parent       TEXT REFERENCES section(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    position     INTEGER NOT NULL,               -- document order
    level        INTEGER NOT NULL,
    number       TEXT NOT NULL DEFAULT '',
    title        TEXT NOT NULL,
    role         TEXT NOT NULL DEFAULT '',
    summary      TEXT NOT NULL DEFAULT '',
    summary_by   TEXT NOT NULL DEFAULT '',       -- '' for words of the paper itself, else the model's id
    verified     INTEGER NOT NULL DEFAULT 0,
    source       TEXT NOT NULL DEFAULT '',
    start_page   INTEGER NOT NULL,
    start_offset INTEGER NOT NULL,
    end_page     INTEGER NOT NULL,               -- last page that holds text of the section
    stop_page    INTEGER NOT NULL,               -- where the next heading begins
    stop_offset  INTEGER NOT NULL
) STRICT;
CREATE INDEX section_paper ON section(paper, position);

CREATE TABLE structure (                         -- one row a paper: how far its titles could be verified
    paper  TEXT PRIMARY KEY REFERENCES paper(id) ON DELETE CASCADE,
    rates  TEXT NOT NULL,                        -- JSON: source -> [verified, proposed], before repair
    notes  TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE anchor (                            -- figures, tables, equations, footnotes
    id       TEXT PRIMARY KEY,
    paper    TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    file     TEXT NOT NULL REFERENCES file(id) ON DELETE CASCADE,
    kind     TEXT NOT NULL,
    label    TEXT NOT NULL DEFAULT '',           -- "Figure 3"
    page     INTEGER NOT NULL,
    x0 REAL NOT NULL, y0 REAL NOT NULL, x1 REAL NOT NULL, y1 REAL NOT NULL,
    start    INTEGER, end INTEGER,               -- its caption, in the page's text
    section  TEXT REFERENCES section(id) ON DELETE SET NULL,
    content  TEXT NOT NULL DEFAULT '{}'          -- JSON: caption, cells, latex, image name
) STRICT;
CREATE INDEX anchor_paper ON anchor(paper);

-- citations -----------------------------------------------------------------------------------------
CREATE TABLE work (                              -- what entries stand for; described by them, see reference
    id         TEXT PRIMARY KEY,
    paper      TEXT REFERENCES paper(id) ON DELETE SET NULL,   -- redirect, once it is held
    confidence REAL NOT NULL DEFAULT 0,
    pinned     INTEGER NOT NULL DEFAULT 0        -- the person said what it is, or is not
) STRICT;
CREATE INDEX work_paper ON work(paper) WHERE paper IS NOT NULL;
CREATE TABLE reference (                         -- an entry of a file's reference list
    id           TEXT PRIMARY KEY,
    file         TEXT NOT NULL REFERENCES file(id) ON DELETE CASCADE,
    position     INTEGER NOT NULL,
    work         TEXT NOT NULL REFERENCES work(id),
    label        TEXT NOT NULL DEFAULT '',       -- as printed: [12], 3., [ABC+20]
    raw          TEXT NOT NULL,
    spans        TEXT NOT NULL DEFAULT '[]',
    authors      TEXT NOT NULL DEFAULT '[]',
    first_author TEXT NOT NULL DEFAULT '',       -- folded, for matching
    title        TEXT NOT NULL DEFAULT '',
    title_key    TEXT NOT NULL DEFAULT '',       -- letters and digits, for matching
    year         INTEGER,
    venue        TEXT NOT NULL DEFAULT '',
    volume       TEXT NOT NULL DEFAULT '',
    pages        TEXT NOT NULL DEFAULT '',
    doi          TEXT NOT NULL DEFAULT '',
    arxiv        TEXT NOT NULL DEFAULT '',
    url          TEXT NOT NULL DEFAULT '',
    offered      TEXT NOT NULL DEFAULT '[]',     -- JSON: papers it may stand for
    role         TEXT NOT NULL DEFAULT 'background',
    level        INTEGER NOT NULL DEFAULT 1,
    strength     REAL NOT NULL DEFAULT 0,
    strong       INTEGER NOT NULL DEFAULT 0,
    direct       INTEGER NOT NULL DEFAULT 0,
    confirmed    INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX reference_file ON reference(file, position);
CREATE INDEX reference_work ON reference(work);
CREATE INDEX reference_doi ON reference(doi) WHERE doi <> '';
CREATE INDEX reference_arxiv ON reference(arxiv) WHERE arxiv <> '';
CREATE INDEX reference_title ON reference(title_key) WHERE title_key <> '';
CREATE INDEX reference_author ON reference(first_author, year);
CREATE TABLE mention (                           -- a place in the text that cites an entry
    id           INTEGER PRIMARY KEY,
    reference    TEXT NOT NULL REFERENCES reference(id) ON DELETE CASCADE,
    page         INTEGER NOT NULL,
    start        INTEGER NOT NULL,               -- the marker, in the page's text
    end          INTEGER NOT NULL,
    marker       TEXT NOT NULL,
    spans        TEXT NOT NULL,                  -- JSON: the sentence
    sentence     TEXT NOT NULL,
    section      TEXT REFERENCES section(id) ON DELETE SET NULL,
    section_role TEXT NOT NULL DEFAULT '',
    role         TEXT NOT NULL,
    level        INTEGER NOT NULL,
    confidence   REAL NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX mention_reference ON mention(reference, page, start);
CREATE INDEX mention_section ON mention(section) WHERE section IS NOT NULL;
-- A work is gone with the last entry that stands for it: nothing else describes it.
CREATE TRIGGER work_leaves AFTER DELETE ON reference BEGIN
    DELETE FROM work WHERE id = old.work AND NOT EXISTS (SELECT 1 FROM reference WHERE work = old.work);
END;
CREATE TRIGGER work_changes AFTER UPDATE OF work ON reference WHEN old.work <> new.work BEGIN
    DELETE FROM work WHERE id = old.work AND NOT EXISTS (SELECT 1 FROM reference WHERE work = old.work);
END;

-- entries and vectors ---------------------------------------------------------------------------------
CREATE TABLE entry (                             -- what is embedded: one a paper, one a top-level section
    id      INTEGER PRIMARY KEY AUTOINCREMENT,   -- never given twice: vectors and caches are keyed by it
    paper   TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    section TEXT REFERENCES section(id) ON DELETE CASCADE,
    kind    TEXT NOT NULL CHECK (kind IN ('paper','section')),
    text    TEXT NOT NULL,
    hash    TEXT NOT NULL                        -- SHA-256 of the text, key into embedding
) STRICT;
CREATE INDEX entry_paper ON entry(paper);
CREATE INDEX entry_hash ON entry(hash);

CREATE TABLE embedding (                         -- cache: never computed twice
    hash   TEXT NOT NULL,
    model  TEXT NOT NULL,
    vector BLOB NOT NULL,                        -- float32, unit length
    PRIMARY KEY (hash, model)
) STRICT, WITHOUT ROWID;

CREATE TABLE payload (                           -- what an extractor returned for a segment
    id        INTEGER PRIMARY KEY,
    paper     TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    segment   TEXT NOT NULL,
    extractor TEXT NOT NULL,
    version   TEXT NOT NULL,
    model     TEXT NOT NULL DEFAULT '',
    prompt    TEXT NOT NULL DEFAULT '',          -- hash
    content   TEXT NOT NULL,                     -- JSON
    tokens    INTEGER NOT NULL DEFAULT 0,
    seconds   REAL NOT NULL DEFAULT 0,
    at        TEXT NOT NULL
) STRICT;
CREATE INDEX payload_paper ON payload(paper, extractor);

-- the person's own ------------------------------------------------------------------------------------
CREATE TABLE collection (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, position INTEGER NOT NULL DEFAULT 0,
    parent TEXT REFERENCES collection(id) ON DELETE CASCADE
) STRICT;
CREATE TABLE collection_paper (
    collection TEXT NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
    paper      TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    PRIMARY KEY (collection, paper)
) STRICT, WITHOUT ROWID;
CREATE INDEX collection_of ON collection_paper(paper);
CREATE TABLE tag (
    name TEXT PRIMARY KEY COLLATE NOCASE, colour TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE TABLE tag_paper (
    tag   TEXT NOT NULL COLLATE NOCASE REFERENCES tag(name) ON DELETE CASCADE ON UPDATE CASCADE,
    paper TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    PRIMARY KEY (tag, paper)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_of ON tag_paper(paper);
CREATE TABLE note (
    id TEXT PRIMARY KEY, paper TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    text TEXT NOT NULL, created TEXT NOT NULL, modified TEXT NOT NULL
) STRICT;
CREATE INDEX note_paper ON note(paper);
CREATE TABLE highlight (
    id TEXT PRIMARY KEY, paper TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    file TEXT NOT NULL REFERENCES file(id) ON DELETE CASCADE,
    spans TEXT NOT NULL, quote TEXT NOT NULL, colour TEXT NOT NULL, note TEXT NOT NULL DEFAULT '',
    created TEXT NOT NULL, orphaned INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX highlight_paper ON highlight(paper);
CREATE TABLE saved_search (id TEXT PRIMARY KEY, name TEXT NOT NULL, query TEXT NOT NULL) STRICT;
CREATE TABLE correction (                        -- what a later run may never overwrite
    paper TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    what  TEXT NOT NULL,                         -- section | reference | method | …
    subject TEXT NOT NULL,
    content TEXT NOT NULL,                       -- JSON
    at    TEXT NOT NULL,
    PRIMARY KEY (paper, what, subject)
) STRICT, WITHOUT ROWID;
CREATE TABLE distinct_pair (
    first TEXT NOT NULL, second TEXT NOT NULL, PRIMARY KEY (first, second)
) STRICT, WITHOUT ROWID;
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- what came from elsewhere ------------------------------------------------------------------------------
CREATE TABLE origin (                            -- so that an import done again brings only what is new
    source  TEXT NOT NULL,                       -- record | zotero:1 | zotero:1:note | … | pdf
    item    TEXT NOT NULL,                       -- the key there, or a hash
    version TEXT NOT NULL DEFAULT '',            -- hash of what was taken over
    paper   TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    made    TEXT NOT NULL DEFAULT '',            -- the note or highlight that came of it; '' for the paper
    PRIMARY KEY (source, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX origin_paper ON origin(paper);
CREATE TABLE waiting_mark (                      -- highlights whose file is not read yet
    source  TEXT NOT NULL,
    item    TEXT NOT NULL,
    paper   TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    name    TEXT NOT NULL,                       -- of the file
    content TEXT NOT NULL,                       -- JSON of Mark
    PRIMARY KEY (source, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_mark_paper ON waiting_mark(paper);
CREATE TABLE watched_file (                      -- what a watched folder held when it was last looked at
    path  TEXT PRIMARY KEY,
    stamp TEXT NOT NULL                          -- size and time of its last change
) STRICT, WITHOUT ROWID;

CREATE TABLE change (                            -- undo
    id INTEGER PRIMARY KEY AUTOINCREMENT,        -- a number is never given twice: people note them
    at TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL,
    summary TEXT NOT NULL, papers TEXT NOT NULL DEFAULT '[]',
    inverse TEXT NOT NULL,                       -- JSON: rows before, by table
    undone INTEGER NOT NULL DEFAULT 0
) STRICT;

-- runs and conversations --------------------------------------------------------------------------------
CREATE TABLE conversation (id TEXT PRIMARY KEY, name TEXT NOT NULL, created TEXT NOT NULL) STRICT;
CREATE TABLE run (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, question TEXT NOT NULL, status TEXT NOT NULL,
    created TEXT NOT NULL, conversation TEXT REFERENCES conversation(id) ON DELETE SET NULL,
    parent TEXT, content TEXT NOT NULL           -- JSON of Answer
) STRICT;
CREATE INDEX run_created ON run(created);
CREATE TABLE run_paper (
    run TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, paper TEXT NOT NULL, PRIMARY KEY (run, paper)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_of ON run_paper(paper);

-- jobs ----------------------------------------------------------------------------------------------------
CREATE TABLE job (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, options TEXT NOT NULL DEFAULT '{}',
    state TEXT NOT NULL CHECK (state IN ('queued','running','paused','done','failed','cancelled')),
    created TEXT NOT NULL, finished TEXT, message TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE job_item (
    job TEXT NOT NULL REFERENCES job(id) ON DELETE CASCADE, position INTEGER NOT NULL,
    path TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'queued', stage TEXT NOT NULL DEFAULT '',
    paper TEXT, file TEXT, sha256 TEXT NOT NULL DEFAULT '', status TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT '', way_out TEXT NOT NULL DEFAULT '', code TEXT NOT NULL DEFAULT '',
    pages_done INTEGER NOT NULL DEFAULT 0, pages INTEGER NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0,
    papers INTEGER NOT NULL DEFAULT 0,           -- how many papers a file of records stands for
    PRIMARY KEY (job, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_item_state ON job_item(job, state);
CREATE TABLE stage (                             -- what is done: never twice
    file TEXT NOT NULL REFERENCES file(id) ON DELETE CASCADE, stage TEXT NOT NULL, version TEXT NOT NULL,
    at TEXT NOT NULL, seconds REAL NOT NULL DEFAULT 0, PRIMARY KEY (file, stage)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash (                             -- files that killed a worker, by hash
    sha256 TEXT PRIMARY KEY, times INTEGER NOT NULL, reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- projections and audit -------------------------------------------------------------------------------------
CREATE TABLE projection (                        -- what a projection must hold to equal the ledger
    name TEXT PRIMARY KEY,                       -- graph | vectors
    generation INTEGER NOT NULL, counts TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE projected (                         -- which revision of each paper a projection holds
    name TEXT NOT NULL, paper TEXT NOT NULL, revision INTEGER NOT NULL, PRIMARY KEY (name, paper)
) STRICT, WITHOUT ROWID;
CREATE TABLE audit (                             -- append-only: ids and hashes, never text
    seq INTEGER PRIMARY KEY, at TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL,
    detail TEXT NOT NULL DEFAULT ''
) STRICT;

-- words: a projection inside the ledger, so that no crash can part them ----------------------------------
CREATE VIEW passage_text AS
    SELECT passage.id AS id, substr(page.text, passage.start + 1, passage.end - passage.start) AS text
    FROM passage JOIN page ON page.id = passage.page;
CREATE VIRTUAL TABLE passage_words USING fts5(
    text, content='passage_text', content_rowid='id', tokenize="unicode61 remove_diacritics 2");
-- Only what words cannot find: runs of scripts without spaces, and identifiers; rowid is the passage's id.
CREATE VIRTUAL TABLE passage_grams USING fts5(text, tokenize='trigram');
CREATE VIRTUAL TABLE entry_words USING fts5(
    text, content='entry', content_rowid='id', tokenize="porter unicode61 remove_diacritics 2");
CREATE VIEW paper_text AS
    SELECT paper.num AS id, paper.title AS title, paper.authors AS authors, paper.venue AS venue,
           paper.abstract AS abstract,
           coalesce((SELECT group_concat(note.text, char(10)) FROM note WHERE note.paper = paper.id), '')
               AS notes
    FROM paper;
CREATE VIRTUAL TABLE paper_words USING fts5(
    title, authors, venue, abstract, notes, content='paper_text', content_rowid='id',
    tokenize="unicode61 remove_diacritics 2", prefix='2 3');

CREATE VIRTUAL TABLE passage_vocabulary USING fts5vocab(passage_words, row);
CREATE VIRTUAL TABLE entry_vocabulary USING fts5vocab(entry_words, row);

CREATE TRIGGER entry_words_insert AFTER INSERT ON entry BEGIN
    INSERT INTO entry_words(rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER entry_words_delete AFTER DELETE ON entry BEGIN
    INSERT INTO entry_words(entry_words, rowid, text) VALUES ('delete', old.id, old.text);
END;
CREATE TRIGGER entry_words_update AFTER UPDATE OF text ON entry BEGIN
    INSERT INTO entry_words(entry_words, rowid, text) VALUES ('delete', old.id, old.text);
    INSERT INTO entry_words(rowid, text) VALUES (new.id, new.text);
END;
-- A paper's row in the word index holds its notes too, so it goes out before a change and comes in after.
CREATE TRIGGER paper_words_insert AFTER INSERT ON paper BEGIN
    INSERT INTO paper_words(rowid, title, authors, venue, abstract, notes)
        SELECT id, title, authors, venue, abstract, notes FROM paper_text
        WHERE id = new.num;
END;
CREATE TRIGGER paper_words_leave BEFORE UPDATE OF title, authors, venue, abstract ON paper BEGIN
    INSERT INTO paper_words(paper_words, rowid, title, authors, venue, abstract, notes)
        SELECT 'delete', id, title, authors, venue, abstract, notes FROM paper_text
        WHERE id = old.num;
END;
CREATE TRIGGER paper_words_return AFTER UPDATE OF title, authors, venue, abstract ON paper BEGIN
    INSERT INTO paper_words(rowid, title, authors, venue, abstract, notes)
        SELECT id, title, authors, venue, abstract, notes FROM paper_text
        WHERE id = new.num;
END;
CREATE TRIGGER paper_words_delete BEFORE DELETE ON paper BEGIN
    INSERT INTO paper_words(paper_words, rowid, title, authors, venue, abstract, notes)
        SELECT 'delete', id, title, authors, venue, abstract, notes FROM paper_text
        WHERE id = old.num;
END;
CREATE TRIGGER note_insert_before BEFORE INSERT ON note BEGIN
    INSERT INTO paper_words(paper_words, rowid, title, authors, venue, abstract, notes)
        SELECT 'delete', id, title, authors, venue, abstract, notes FROM paper_text
        WHERE id IN (SELECT num FROM paper WHERE id IN (new.paper));
END;
CREATE TRIGGER note_insert_after AFTER INSERT ON note BEGIN
    INSERT INTO paper_words(rowid, title, authors, venue, abstract, notes)
        SELECT id, title, authors, venue, abstract, notes FROM paper_text
        WHERE id IN (SELECT num FROM paper WHERE id IN (new.paper));
END;
CREATE TRIGGER note_delete_before BEFORE DELETE ON note BEGIN
    INSERT INTO paper_words(paper_words, rowid, title, authors, venue, abstract, notes)
        SELECT 'delete', id, title, authors, venue, abstract, notes FROM paper_text
        WHERE id IN (SELECT num FROM paper WHERE id IN (old.paper));
END;
CREATE TRIGGER note_delete_after AFTER DELETE ON note BEGIN
    INSERT INTO paper_words(rowid, title, authors, venue, abstract, notes)
        SELECT id, title, authors, venue, abstract, notes FROM paper_text
        WHERE id IN (SELECT num FROM paper WHERE id IN (old.paper));
END;
CREATE TRIGGER note_update_before BEFORE UPDATE OF text, paper ON note BEGIN
    INSERT INTO paper_words(paper_words, rowid, title, authors, venue, abstract, notes)
        SELECT 'delete', id, title, authors, venue, abstract, notes FROM paper_text
        WHERE id IN (SELECT num FROM paper WHERE id IN (old.paper, new.paper));
END;
CREATE TRIGGER note_update_after AFTER UPDATE OF text, paper ON note BEGIN
    INSERT INTO paper_words(rowid, title, authors, venue, abstract, notes)
        SELECT id, title, authors, venue, abstract, notes FROM paper_text
        WHERE id IN (SELECT num FROM paper WHERE id IN (old.paper, new.paper));
END;
"""
