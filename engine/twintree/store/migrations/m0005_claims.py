"""Step 5: claims, how far one paper's claims are carried by another's, and explorations that were made."""

SQL = """
CREATE TABLE claim (
    id         TEXT PRIMARY KEY,                 -- P….c03, never given twice
    paper      TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    file       TEXT NOT NULL REFERENCES file(id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    type       TEXT NOT NULL CHECK (type IN ('EMPIRICAL','THEORETICAL','METHODOLOGICAL','CONTEXTUAL')),
    text       TEXT NOT NULL,                    -- self-contained
    quote      TEXT NOT NULL,                    -- verbatim: the words it is anchored to
    page       INTEGER NOT NULL,
    spans      TEXT NOT NULL,                    -- JSON
    section    TEXT NOT NULL DEFAULT '',         -- role of the part that it was taken from
    source     TEXT NOT NULL,                    -- rules:1 | model:… | person
    confidence REAL NOT NULL DEFAULT 0,
    hash       TEXT NOT NULL                     -- SHA-256 of the text without its label: key into embedding
) STRICT;
CREATE INDEX claim_paper ON claim(paper, position);
CREATE INDEX claim_file ON claim(file);
CREATE INDEX claim_hash ON claim(hash);
-- A vector is a trace of its text: it goes with the last row that has it.
CREATE TRIGGER claim_leaves AFTER DELETE ON claim BEGIN
    DELETE FROM embedding WHERE hash = old.hash AND NOT EXISTS (SELECT 1 FROM claim WHERE hash = old.hash)
        AND NOT EXISTS (SELECT 1 FROM entry WHERE hash = old.hash);
END;
CREATE TRIGGER claim_changes AFTER UPDATE OF hash ON claim WHEN old.hash <> new.hash BEGIN
    DELETE FROM embedding WHERE hash = old.hash AND NOT EXISTS (SELECT 1 FROM claim WHERE hash = old.hash)
        AND NOT EXISTS (SELECT 1 FROM entry WHERE hash = old.hash);
END;

CREATE TABLE coverage (                          -- cache: an edge's judgements are made once
    citing TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    cited  TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    judge  TEXT NOT NULL,
    claims TEXT NOT NULL,                        -- hash of the claims of both; others make the row void
    matrix TEXT NOT NULL,                        -- JSON: for each claim and claim, (supports, contradicts)
    PRIMARY KEY (citing, cited, judge)
) STRICT, WITHOUT ROWID;
CREATE INDEX coverage_cited ON coverage(cited);

CREATE TABLE exploration (
    id       TEXT PRIMARY KEY,                   -- R…
    question TEXT NOT NULL,
    status   TEXT NOT NULL,
    created  TEXT NOT NULL,
    content  TEXT NOT NULL                       -- JSON of Exploration
) STRICT;
CREATE INDEX exploration_created ON exploration(created);
CREATE TABLE exploration_paper (                 -- whose titles, claims and sentences stand in it
    exploration TEXT NOT NULL REFERENCES exploration(id) ON DELETE CASCADE,
    paper       TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    PRIMARY KEY (exploration, paper)
) STRICT, WITHOUT ROWID;
CREATE INDEX exploration_of ON exploration_paper(paper);
-- It can be made again from the cache, so it is not redacted but goes with the first of its papers.
CREATE TRIGGER exploration_leaves AFTER DELETE ON exploration_paper BEGIN
    DELETE FROM exploration WHERE id = old.exploration;
END;
"""
