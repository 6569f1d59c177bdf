"""Step 4: the evidence hierarchy of each paper, the state updates and tool calls of runs, and what is remembered."""

SQL = """
-- the evidence hierarchy: Topic > Relation > Evidence; its texts stay on the pages, its vectors in embedding ----
CREATE TABLE hierarchy (
    paper   TEXT PRIMARY KEY REFERENCES paper(id) ON DELETE CASCADE,
    model   TEXT NOT NULL,                       -- the embedder that grouped it
    version TEXT NOT NULL,
    stamp   TEXT NOT NULL                        -- hash of the pages and settings that it was made from
) STRICT, WITHOUT ROWID;
CREATE TABLE region (                            -- Evidence: consecutive sentences, overlapping their neighbours
    id       TEXT PRIMARY KEY,
    paper    TEXT NOT NULL REFERENCES hierarchy(paper) ON DELETE CASCADE,
    file     TEXT NOT NULL REFERENCES file(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    spans    TEXT NOT NULL,                      -- JSON
    tokens   INTEGER NOT NULL,
    hash     TEXT NOT NULL                       -- of its text, key into embedding
) STRICT, WITHOUT ROWID;
CREATE INDEX region_paper ON region(paper, position);
CREATE INDEX region_file ON region(file);
CREATE INDEX region_hash ON region(hash);
CREATE TABLE abstraction (                       -- Relation and Topic nodes
    id       TEXT PRIMARY KEY,
    paper    TEXT NOT NULL REFERENCES hierarchy(paper) ON DELETE CASCADE,
    kind     TEXT NOT NULL CHECK (kind IN ('relation','topic')),
    position INTEGER NOT NULL,
    text     TEXT NOT NULL,
    text_by  TEXT NOT NULL DEFAULT ''            -- '' for words of the paper itself, else the model's id
) STRICT, WITHOUT ROWID;
CREATE INDEX abstraction_paper ON abstraction(paper, kind, position);
CREATE TABLE abstraction_member (
    parent TEXT NOT NULL REFERENCES abstraction(id) ON DELETE CASCADE,
    child  TEXT NOT NULL,                        -- a region, or a relation
    PRIMARY KEY (parent, child)
) STRICT, WITHOUT ROWID;
CREATE INDEX abstraction_child ON abstraction_member(child);

-- what a run did, step by step --------------------------------------------------------------------------------
CREATE TABLE state_update (                      -- one row for each staged update of the query state
    run      TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    target   INTEGER NOT NULL,
    cycle    INTEGER NOT NULL,
    role     TEXT NOT NULL,
    field    TEXT NOT NULL,
    value    TEXT NOT NULL,                      -- JSON
    accepted INTEGER NOT NULL,
    reason   TEXT NOT NULL,
    made_by  TEXT NOT NULL,                      -- '' for the deterministic role, else the model's id
    seconds  REAL NOT NULL,
    PRIMARY KEY (run, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE tool_call (                         -- the ordered trajectory of an agent
    run           TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    position      INTEGER NOT NULL,
    tool          TEXT NOT NULL,
    arguments     TEXT NOT NULL,                 -- JSON
    result        TEXT NOT NULL,                 -- JSON, as the agent saw it
    result_tokens INTEGER NOT NULL,
    seconds       REAL NOT NULL,
    problem       TEXT NOT NULL,
    PRIMARY KEY (run, position)
) STRICT, WITHOUT ROWID;

-- shared memory: the global scope; what belongs to one query or role lives no longer than it -------------------
CREATE TABLE artifact (
    id       TEXT PRIMARY KEY,
    scope    TEXT NOT NULL,                      -- key of the library scope that it was made in
    producer TEXT NOT NULL CHECK (producer IN ('planner','navigator','retriever','verifier')),
    kind     TEXT NOT NULL,
    payload  TEXT NOT NULL,                      -- JSON
    run      TEXT NOT NULL,                      -- that made it first; it goes with it
    at       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX artifact_run ON artifact(run);
CREATE INDEX artifact_scope ON artifact(scope, kind);
CREATE TABLE artifact_source (
    artifact TEXT NOT NULL REFERENCES artifact(id) ON DELETE CASCADE,
    paper    TEXT NOT NULL REFERENCES paper(id) ON DELETE CASCADE,
    PRIMARY KEY (artifact, paper)
) STRICT, WITHOUT ROWID;
CREATE INDEX artifact_source_paper ON artifact_source(paper);
-- An artifact goes with the first of its sources: what it says may rest on that one.
CREATE TRIGGER artifact_leaves AFTER DELETE ON artifact_source BEGIN
    DELETE FROM artifact WHERE id = old.artifact;
END;
CREATE TRIGGER artifact_forgotten AFTER DELETE ON run BEGIN
    DELETE FROM artifact WHERE run = old.id;
END;
"""
