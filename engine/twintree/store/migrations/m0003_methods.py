"""Step 3: methods, their mentions and relations, what a person said of them, and the themes over them."""

SQL = """
-- what was extracted -------------------------------------------------------------------------------
-- Of the segment's text, and whether the library's methods come from this payload.
ALTER TABLE payload ADD COLUMN hash TEXT NOT NULL DEFAULT '';
ALTER TABLE payload ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
CREATE INDEX payload_segment ON payload(segment, extractor);

CREATE TABLE segment (
    id       TEXT PRIMARY KEY,                   -- P….g0007
    paper    TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    file     TEXT NOT NULL REFERENCES file(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    title    TEXT NOT NULL,
    pieces   TEXT NOT NULL,                      -- JSON list of Piece
    sections TEXT NOT NULL DEFAULT '[]',         -- JSON list of section ids
    tokens   INTEGER NOT NULL,
    hash     TEXT NOT NULL                       -- SHA-256 of the text
) STRICT;
CREATE INDEX segment_paper ON segment(paper, position);
CREATE INDEX segment_file ON segment(file);

-- methods ------------------------------------------------------------------------------------------
CREATE TABLE method (                            -- canonical; all else of it follows from its sources
    id          TEXT PRIMARY KEY,                -- M…
    status      TEXT NOT NULL DEFAULT 'extracted'
                CHECK (status IN ('extracted','edited','deleted','candidate')),
    said        TEXT NOT NULL DEFAULT '{}',      -- JSON: fields that the person set
    merged_into TEXT REFERENCES method(id) ON DELETE CASCADE
) STRICT;
CREATE INDEX method_merged ON method(merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE method_source (                     -- a method as one paper has it
    id         TEXT PRIMARY KEY,                 -- P….m003, numbers never used twice
    paper      TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    method     TEXT NOT NULL REFERENCES method(id) DEFERRABLE INITIALLY DEFERRED,
    name       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    role       TEXT NOT NULL CHECK (role IN ('derived','prior')),
    aliases    TEXT NOT NULL DEFAULT '[]',
    summary    TEXT NOT NULL DEFAULT '',
    keywords   TEXT NOT NULL DEFAULT '[]',
    extracted_by TEXT NOT NULL DEFAULT '',       -- the model's id
    hash       TEXT NOT NULL DEFAULT '',         -- as in method
    joined     TEXT NOT NULL DEFAULT '',         -- why it counts as this method
    similarity REAL,
    pinned     INTEGER NOT NULL DEFAULT 0        -- a person put it here
) STRICT;
CREATE INDEX method_source_paper ON method_source(paper);
CREATE INDEX method_source_method ON method_source(method);
CREATE INDEX method_source_hash ON method_source(hash);

CREATE TABLE method_name (                       -- every name by which a source is found again
    source TEXT NOT NULL REFERENCES method_source(id) ON DELETE CASCADE,
    key    TEXT NOT NULL,                        -- folded
    PRIMARY KEY (source, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX method_name_key ON method_name(key);

CREATE TABLE method_mention (
    id      INTEGER PRIMARY KEY,
    source  TEXT NOT NULL REFERENCES method_source(id) ON DELETE CASCADE,
    file    TEXT NOT NULL REFERENCES file(id) ON DELETE CASCADE,
    page    INTEGER NOT NULL,
    start   INTEGER NOT NULL,                    -- the name, in the page's text
    end     INTEGER NOT NULL,
    spans   TEXT NOT NULL,                       -- JSON: the sentence
    quote   TEXT NOT NULL
) STRICT;
CREATE INDEX method_mention_source ON method_mention(source, page, start);
CREATE INDEX method_mention_file ON method_mention(file);

CREATE TABLE method_relation (                   -- what one paper says: source contributes to target
    source      TEXT NOT NULL REFERENCES method_source(id) ON DELETE CASCADE,
    target      TEXT NOT NULL REFERENCES method_source(id) ON DELETE CASCADE,
    rating      INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
    explanation TEXT NOT NULL DEFAULT '',
    evidence    TEXT NOT NULL,                   -- JSON list of Citation
    extracted_by TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (source, target),
    CHECK (source <> target)
) STRICT, WITHOUT ROWID;
CREATE INDEX method_relation_target ON method_relation(target);

CREATE TABLE method_card (                       -- what is shown of a method: made from its sources
    method     TEXT PRIMARY KEY REFERENCES method(id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    aliases    TEXT NOT NULL DEFAULT '[]',       -- JSON
    summary    TEXT NOT NULL DEFAULT '',
    summary_by TEXT NOT NULL DEFAULT '',         -- '' for the paper's words, else the model's id, or person
    keywords   TEXT NOT NULL DEFAULT '[]',       -- JSON
    year       INTEGER,
    mentions   INTEGER NOT NULL DEFAULT 0,
    papers     TEXT NOT NULL DEFAULT '[]',       -- JSON
    hash       TEXT NOT NULL                     -- SHA-256 of what is embedded: key into embedding
) STRICT, WITHOUT ROWID;
CREATE INDEX method_card_shown ON method_card(mentions DESC, method);
CREATE INDEX method_card_hash ON method_card(hash);

-- what a person or a rule decided --------------------------------------------------------------------
CREATE TABLE method_edge_said (                  -- the person's rating of an edge; 0: there is none
    source TEXT NOT NULL REFERENCES method(id) ON DELETE CASCADE,
    target TEXT NOT NULL REFERENCES method(id) ON DELETE CASCADE,
    rating INTEGER NOT NULL CHECK (rating BETWEEN 0 AND 5),
    explanation TEXT NOT NULL DEFAULT '',
    at     TEXT NOT NULL,
    PRIMARY KEY (source, target)
) STRICT, WITHOUT ROWID;
CREATE INDEX method_edge_said_target ON method_edge_said(target);
CREATE TABLE method_apart (                      -- split by hand: never merged again; first < second
    first  TEXT NOT NULL REFERENCES method(id) ON DELETE CASCADE,
    second TEXT NOT NULL REFERENCES method(id) ON DELETE CASCADE,
    PRIMARY KEY (first, second)
) STRICT, WITHOUT ROWID;
CREATE INDEX method_apart_second ON method_apart(second);
CREATE TABLE method_decision (                   -- merges and splits, for a method's history
    id     TEXT PRIMARY KEY,
    what   TEXT NOT NULL CHECK (what IN ('merge','split')),
    kept   TEXT NOT NULL REFERENCES method(id) ON DELETE CASCADE,
    other  TEXT NOT NULL REFERENCES method(id) ON DELETE CASCADE,
    by     TEXT NOT NULL,                        -- rule | person | the model's id
    why    TEXT NOT NULL DEFAULT '',
    similarity REAL,
    sources TEXT NOT NULL DEFAULT '[]',          -- JSON: the sources that moved
    at     TEXT NOT NULL
) STRICT;
CREATE INDEX method_decision_kept ON method_decision(kept);
CREATE INDEX method_decision_other ON method_decision(other);

-- the trees: made from the tables above, kept so that opening a view computes nothing -----------------
CREATE TABLE method_edge (                       -- one row an ordered pair of canonical methods
    source  TEXT NOT NULL REFERENCES method(id) ON DELETE CASCADE,
    target  TEXT NOT NULL REFERENCES method(id) ON DELETE CASCADE,
    rating  INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
    share   REAL NOT NULL DEFAULT 0,
    is_primary INTEGER NOT NULL DEFAULT 0,
    is_broken  INTEGER NOT NULL DEFAULT 0,       -- left out of the tree: it would close a cycle
    explanation TEXT NOT NULL DEFAULT '',
    rated_by TEXT NOT NULL DEFAULT '',           -- person, a model's id, or ''
    PRIMARY KEY (source, target)
) STRICT, WITHOUT ROWID;
CREATE INDEX method_edge_target ON method_edge(target);

CREATE TABLE cluster (                           -- themes; level 1 is the finest
    id         TEXT PRIMARY KEY,                 -- C…
    level      INTEGER NOT NULL,
    parent     TEXT REFERENCES cluster(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    title      TEXT NOT NULL DEFAULT '',
    title_by   TEXT NOT NULL DEFAULT '',
    summary    TEXT NOT NULL DEFAULT '',
    summary_by TEXT NOT NULL DEFAULT '',
    note       TEXT NOT NULL DEFAULT '',         -- the person's
    hash       TEXT NOT NULL DEFAULT ''          -- of title and summary: key into embedding
) STRICT;
CREATE INDEX cluster_parent ON cluster(parent);
CREATE INDEX cluster_hash ON cluster(hash);
CREATE TABLE cluster_member (                    -- methods of the finest level's clusters
    method  TEXT PRIMARY KEY REFERENCES method(id) ON DELETE CASCADE,
    cluster TEXT NOT NULL REFERENCES cluster(id) ON DELETE CASCADE,
    fresh   INTEGER NOT NULL DEFAULT 0           -- put in since the last clustering
) STRICT, WITHOUT ROWID;
CREATE INDEX cluster_member_cluster ON cluster_member(cluster);

-- Methods whose card or incoming edges are to be made again; whoever changes what they follow from marks them.
CREATE TABLE method_stale (method TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TRIGGER method_source_comes AFTER INSERT ON method_source BEGIN
    INSERT OR IGNORE INTO method_stale VALUES (new.method);
END;
CREATE TRIGGER method_source_goes BEFORE DELETE ON method_source BEGIN
    INSERT OR IGNORE INTO method_stale VALUES (old.method);
    INSERT OR IGNORE INTO method_stale SELECT target FROM method_edge WHERE source = old.method;
END;
CREATE TRIGGER method_source_moves AFTER UPDATE OF method ON method_source WHEN old.method <> new.method BEGIN
    INSERT OR IGNORE INTO method_stale VALUES (old.method);
    INSERT OR IGNORE INTO method_stale VALUES (new.method);
    INSERT OR IGNORE INTO method_stale SELECT target FROM method_edge WHERE source IN (old.method, new.method);
    INSERT OR IGNORE INTO method_stale SELECT other.method FROM method_relation
        JOIN method_source AS other ON other.id = method_relation.target WHERE method_relation.source = new.id;
END;
CREATE TRIGGER method_relation_comes AFTER INSERT ON method_relation BEGIN
    INSERT OR IGNORE INTO method_stale SELECT method FROM method_source WHERE id = new.target;
END;
CREATE TRIGGER method_relation_goes AFTER DELETE ON method_relation BEGIN
    INSERT OR IGNORE INTO method_stale SELECT method FROM method_source WHERE id = old.target;
END;
CREATE TRIGGER method_said AFTER UPDATE ON method BEGIN
    INSERT OR IGNORE INTO method_stale VALUES (new.id);
    INSERT OR IGNORE INTO method_stale SELECT target FROM method_edge WHERE source = new.id;
    INSERT OR IGNORE INTO method_stale SELECT other.method FROM method_relation
        JOIN method_source AS mine ON mine.id = method_relation.source
        JOIN method_source AS other ON other.id = method_relation.target WHERE mine.method = new.id;
END;
CREATE TRIGGER method_edge_said_comes AFTER INSERT ON method_edge_said BEGIN
    INSERT OR IGNORE INTO method_stale VALUES (new.target);
END;
CREATE TRIGGER method_edge_said_changes AFTER UPDATE ON method_edge_said BEGIN
    INSERT OR IGNORE INTO method_stale VALUES (new.target);
END;
CREATE TRIGGER method_edge_said_goes AFTER DELETE ON method_edge_said BEGIN
    INSERT OR IGNORE INTO method_stale VALUES (old.target);
END;

-- A canonical method is gone with its last source: nothing else describes it. Written-back candidates stay,
-- and a method that redirects goes with the one that it redirects to.
CREATE TRIGGER method_leaves AFTER DELETE ON method_source BEGIN
    DELETE FROM method WHERE id = old.method AND status <> 'candidate'
        AND NOT EXISTS (SELECT 1 FROM method_source WHERE method = old.method);
END;
"""
