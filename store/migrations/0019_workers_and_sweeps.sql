-- The builds of workers that have run, and since when: of two, the one that was seen first is the older one.
create table worker_builds (
  build text not null,
  task_queue text not null,
  first_seen_at timestamptz not null default clock_timestamp(),
  primary key (build, task_queue)
);

-- One row for each worker process that runs. It writes `seen_at` every few seconds and deletes its row when it stops.
create table worker_heartbeats (
  id uuid primary key,
  build text not null,
  task_queue text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);

-- How the parts of the sweep went. `failures`: in a row, 0 after a success.
create table sweep_parts (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failures int not null default 0
);
