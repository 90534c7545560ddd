-- When the registry of domains at a server may be asked next, by any worker (decision 0268). Unlogged: after a crash of PostgreSQL it is empty, and
-- each server may be asked at once. The servers are those of IANA's list.
create unlogged table registry_turns (
  server text primary key,
  next_at timestamptz not null
);
