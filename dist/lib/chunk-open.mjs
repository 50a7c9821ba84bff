import{i as e}from"./chunk-rolldown-runtime.mjs";import{constants as t,copyFileSync as n,existsSync as r,linkSync as i,mkdirSync as a,rmSync as o,statSync as s,writeFileSync as c}from"node:fs";import{dirname as l,join as u}from"node:path";import{t as d}from"./chunk-lib2.mjs";import{t as f}from"./chunk-refusal.mjs";var p=/* @__PURE__ */ e(d(),1);const m=[`
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  identity TEXT NOT NULL,            -- hash of commit, audiences, language, detail, scope and mode
  source_commit TEXT NOT NULL,
  is_worktree INTEGER NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('offline', 'model')),
  settings TEXT NOT NULL,            -- JSON: audiences, language, detail, include, exclude, guidePath, promptVersions
  connections TEXT NOT NULL,         -- JSON: connection settings in order of preference; never a key
  switches TEXT NOT NULL DEFAULT '[]', -- JSON: [{from, to, why}], of those that wrote something
  pending_switch TEXT,               -- JSON: a switch that has sent nothing yet
  status TEXT NOT NULL,
  stage TEXT NOT NULL,
  run INTEGER NOT NULL DEFAULT 1,
  estimate_id TEXT,                  -- the newest estimate
  approved_estimate_id TEXT,
  cap_micro_usd INTEGER,
  stated_cap_micro_usd INTEGER,      -- a cap that was typed before there was an approval
  paused TEXT,                       -- JSON of the pause, null while it runs
  grounding TEXT,                    -- JSON
  guide TEXT NOT NULL DEFAULT '[]',  -- JSON: written paths
  cancel_requested INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX jobs_identity ON jobs(identity);

CREATE TABLE job_files (
  job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  tokens INTEGER NOT NULL,           -- of the redacted text as it would be sent
  trivial_text TEXT,                 -- the whole content where it says all and costs no call
  redactions INTEGER NOT NULL,
  unit_key TEXT NOT NULL,
  summary_model TEXT,                -- the model whose summary this job used first
  PRIMARY KEY (job_id, path)
);

CREATE INDEX job_files_key ON job_files(job_id, unit_key);

CREATE TABLE skipped_files (
  job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (job_id, path)
);

CREATE TABLE planned_units (
  job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  stage TEXT NOT NULL,
  unit_key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'part', 'folder', 'system', 'section')),
  label TEXT NOT NULL,               -- path, path#part/of, or audience/section-id
  ordinal INTEGER NOT NULL,
  content_hash TEXT,                 -- of files and parts
  evidence TEXT,                     -- JSON list of paths, of sections
  PRIMARY KEY (job_id, stage, unit_key)
);

CREATE INDEX planned_units_content ON planned_units(job_id, content_hash);

CREATE TABLE job_units (
  job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  stage TEXT NOT NULL,
  unit_key TEXT NOT NULL,
  output TEXT NOT NULL,
  model TEXT NOT NULL,
  ledger_id INTEGER REFERENCES ledger(id),
  created_at TEXT NOT NULL,
  PRIMARY KEY (job_id, stage, unit_key)
);
CREATE INDEX job_units_key ON job_units(stage, unit_key);

CREATE TABLE file_summaries (
  content_hash TEXT NOT NULL,
  prompt_version TEXT NOT NULL,
  settings TEXT NOT NULL,
  model TEXT NOT NULL,
  unit_key TEXT NOT NULL,
  output TEXT NOT NULL,
  ledger_id INTEGER REFERENCES ledger(id),
  created_at TEXT NOT NULL,
  PRIMARY KEY (content_hash, prompt_version, settings, model)
);
CREATE INDEX file_summaries_key ON file_summaries(unit_key);

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  job_id TEXT NOT NULL REFERENCES jobs(id),
  run INTEGER NOT NULL,
  stage TEXT NOT NULL,
  provider TEXT NOT NULL,
  host TEXT NOT NULL,
  model TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('IN_FLIGHT', 'SUCCEEDED', 'FAILED', 'OUTCOME_UNKNOWN')),
  epoch INTEGER NOT NULL,            -- of the lease that sent it
  reserved_micro_usd INTEGER NOT NULL CHECK (reserved_micro_usd >= 0),
  cost_micro_usd INTEGER CHECK (cost_micro_usd >= 0),
  reserved_usd REAL GENERATED ALWAYS AS (reserved_micro_usd / 1e6) VIRTUAL,
  cost_usd REAL GENERATED ALWAYS AS (cost_micro_usd / 1e6) VIRTUAL,
  input_tokens INTEGER,              -- all input, cached included
  cached_input_tokens INTEGER,
  output_tokens INTEGER,             -- all output, reasoning included
  reasoning_tokens INTEGER,
  request_id TEXT,
  failure_kind TEXT,
  failure_message TEXT,
  unusable INTEGER NOT NULL DEFAULT 0, -- billed, and not one unit of it could be used
  told_at TEXT,                      -- when a person was told that its outcome is unknown
  decided_at TEXT,                   -- when a person decided to send its units again
  started_at TEXT NOT NULL,
  settled_at TEXT
);
CREATE INDEX ledger_job ON ledger(job_id, status);
CREATE INDEX ledger_open ON ledger(status) WHERE status IN ('IN_FLIGHT', 'OUTCOME_UNKNOWN');

CREATE TABLE call_units (
  ledger_id INTEGER NOT NULL REFERENCES ledger(id) ON DELETE CASCADE,
  stage TEXT NOT NULL,
  unit_key TEXT NOT NULL,
  outcome TEXT,                      -- accepted, unusable, refused, cut-off; null while open or not billed
  PRIMARY KEY (ledger_id, stage, unit_key)
);
CREATE INDEX call_units_key ON call_units(stage, unit_key);

-- What a machine that vanished may have spent after its state was saved for the last time: at most this much, on answers that are lost.
CREATE TABLE lost_intervals (
  job_id TEXT NOT NULL,              -- as the record names it
  workflow_run INTEGER NOT NULL,
  sequence INTEGER NOT NULL,         -- of the saved state it went on from
  at_most_micro_usd INTEGER NOT NULL CHECK (at_most_micro_usd >= 0),
  told_at TEXT,
  decided_at TEXT,
  PRIMARY KEY (workflow_run, sequence)
);

CREATE TABLE answers (
  ledger_id INTEGER PRIMARY KEY REFERENCES ledger(id) ON DELETE CASCADE,
  raw TEXT NOT NULL,
  text TEXT NOT NULL,
  finish TEXT NOT NULL,
  reader_version INTEGER NOT NULL    -- of the reader that looked at it last
);

CREATE TABLE lease (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch INTEGER NOT NULL,
  process INTEGER,                   -- null: nobody holds it
  process_started TEXT,
  host TEXT,
  job_id TEXT,
  run INTEGER,
  heartbeat_at TEXT
);
INSERT INTO lease (id, epoch) VALUES (1, 0);

CREATE TABLE estimates (
  id TEXT PRIMARY KEY,
  job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  basis TEXT NOT NULL,               -- hash of all that it was made from
  content TEXT NOT NULL,             -- JSON
  created_at TEXT NOT NULL
);

CREATE TABLE exhaustions (
  connection TEXT PRIMARY KEY,       -- provider, host, model and fingerprint of the key
  pause TEXT NOT NULL,
  message TEXT NOT NULL,
  quota_id TEXT,
  reset_at TEXT,                     -- as the provider said it
  expires_at TEXT,                   -- null: until a person acts
  created_at TEXT NOT NULL
);

CREATE TABLE consents (
  provider TEXT NOT NULL,
  host TEXT NOT NULL,
  how TEXT NOT NULL,
  given_at TEXT NOT NULL,
  PRIMARY KEY (provider, host)
);

-- What a model at a host does not take, and the longest answer it lets one ask for.
CREATE TABLE model_limits (
  provider TEXT NOT NULL,
  host TEXT NOT NULL,
  model TEXT NOT NULL,
  refused_parameters TEXT NOT NULL DEFAULT '[]', -- JSON, in the order in which they were refused
  max_output INTEGER,
  PRIMARY KEY (provider, host, model)
);

-- The largest share of billed input tokens to counted ones that a model has shown: it widens reservations.
CREATE TABLE token_ratios (
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  highest REAL NOT NULL,
  PRIMARY KEY (provider, model)
);

-- What a content declares and imports, by content alone: an unchanged file is parsed once, whatever jobs come.
CREATE TABLE outlines (
  content_hash TEXT NOT NULL,
  reader TEXT NOT NULL,              -- grammar and version of what read it
  outline TEXT NOT NULL,             -- JSON
  PRIMARY KEY (content_hash, reader)
) WITHOUT ROWID;

-- What is remembered of the commit that was read last, each kind as one text: it is asked for as a whole, and what another commit has
-- in common with it need not be read again.
CREATE TABLE memories (
  kind TEXT PRIMARY KEY,             -- selection: what is read and what is not. readings: what each file told
  key TEXT NOT NULL,                 -- what it depends on, with the version of what made it
  content TEXT NOT NULL              -- JSON
);
`],h=m.length,g=()=>[...m.join(`
`).matchAll(/^CREATE TABLE (\w+)/gm)].map(([,e])=>e??``);function _(e){let t=e.transaction(()=>{let t=e.pragma(`user_version`,{simple:!0}),n=m[t];return n!==void 0&&(e.exec(n),e.pragma(`application_id = 1313363544`),e.pragma(`user_version = ${t+1}`),!0)});for(;t.immediate(););}function v(e,t={}){let n=u(e,`nehemvix.db`),i=r(n);if(!i&&(t.readOnly||t.mustExist))throw new f(`There is no state file ${n}: no job was run here yet.`,`nehemvix run`);if(i&&s(n).size===0&&!r(`${n}-wal`))throw new f(`The state file ${n} is empty (0 bytes): what was finished is not in it. A copy may have broken off.`,`put the right file there, or remove it to start over: rm ${n}`);i||(b(e),x(n));let a=C(n,t.readOnly??!1);try{t.readOnly?T(a,n):w(a,n)}catch(e){throw a.close(),O(e,n)}return y(a,n,t.onCommit)}function y(e,t,n){let r=/* @__PURE__ */ new Map,i=0;return{db:e,file:t,sql(t){let n=r.get(t);if(n)return n;let i=e.prepare(t);return r.set(t,i),i},write(t){let r=e.transaction(t).immediate();return n?.(++i),r},close:()=>e.close()}}function b(e){try{a(e,{recursive:!0});let t=u(e,`.gitignore`);r(t)||c(t,`*
`)}catch(t){throw new f(`The state folder ${e} can't be made: ${t.message}`,`nehemvix run --state DIR, with a folder you may write to`)}}function x(e){let t=`${e}.new-${process.pid}`;try{o(t,{force:!0});let n=new p.default(t);try{n.pragma(`journal_mode = WAL`),n.pragma(`synchronous = FULL`),_(n)}finally{n.close()}S(t,e)}catch(t){throw O(t,e)}finally{o(t,{force:!0})}}function S(e,a){try{i(e,a)}catch(i){if(i.code===`EEXIST`)return;r(a)||n(e,a,t.COPYFILE_EXCL)}}function C(e,t){try{return new p.default(e,{readonly:t,fileMustExist:!0,timeout:1e4})}catch(t){throw O(t,e)}}function w(e,t){T(e,t);let n=e.pragma(`quick_check(1)`,{simple:!0});if(n!==`ok`)throw D(t,String(n));e.pragma(`journal_mode = WAL`),e.pragma(`synchronous = FULL`),e.pragma(`foreign_keys = ON`),_(e)}function T(e,t){let n=e.pragma(`application_id`,{simple:!0}),r=e.pragma(`user_version`,{simple:!0}),i=e.prepare(`SELECT count(*) AS n FROM sqlite_schema`).get().n;if(n!==0x4e485658&&i>0)throw new f(`${t} is a SQLite database, but not one of Nehemvix. It was left as it is.`,`nehemvix run --state DIR`);if(r>h)throw new f(`${t} was written by a newer Nehemvix (schema ${r}, this one knows ${h}). It was left as it is.`,`npm install nehemvix@latest`);r===h&&E(e,t)}function E(e,t){let n=new Set(e.prepare(`SELECT name FROM sqlite_schema`).pluck().all().map(String)),r=g().filter(e=>!n.has(e));if(r.length!==0)throw new f(`${t} was written by an unreleased Nehemvix of before (${r.join(`, `)} is missing). It was left as it is.`,`keep it aside and start anew: mv ${t} ${t}.old`)}function D(e,t){return new f(`${e} is damaged, or no SQLite database (${t}). It was left as it is: what was paid for may still be read out of it.`,`put a copy of before in its place; or keep it aside and pay again: mv ${e} ${e}.damaged`)}function O(e,t){let n=e.code??``;return n.startsWith(`SQLITE_NOTADB`)||n.startsWith(`SQLITE_CORRUPT`)?D(t,n):n.startsWith(`SQLITE_CANTOPEN`)||n.startsWith(`SQLITE_READONLY`)?new f(`${t} can't be opened for writing (${n}).`,`nehemvix run --state DIR, or make ${l(t)} writable`):n.startsWith(`SQLITE_BUSY`)?new f(`${t} is locked by another program (${n}).`,`try again when it has finished`):e}export{v as t};