-- Sweeps and workers.

-- The sweep's nudges of a flow whose row waits. since: the time since which the row waits; a row that waits for something else starts
-- at one try.
create table flow_nudges (
  flow text not null,
  id uuid not null,
  since timestamptz not null,
  tries integer not null,
  nudged_at timestamptz not null,
  next_at timestamptz not null,
  primary key (flow, id)
);
create index flow_nudges_nudged on flow_nudges (nudged_at);

-- The results of the sweep's parts. failures: consecutive ones.
create table sweep_parts (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failures integer not null default 0,
  -- The progress of a part that reads in slices.
  read_until timestamptz
);

-- The builds of workers that have run. The one that was seen first is the older one.
create table worker_builds (
  build text not null,
  task_queue text not null,
  first_seen_at timestamptz not null default clock_timestamp(),
  primary key (build, task_queue)
);

-- Running workers. Each writes seen_at every few seconds, and deletes its row when it stops.
create table worker_heartbeats (
  id uuid primary key,
  build text not null,
  task_queue text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  -- live, test or off; null: unknown.
  payments text,
  -- A mark of the worker's SECRET_KEY: with another one than the API's, all mailed codes would be wrong; null: unknown.
  secret_mark text
);
