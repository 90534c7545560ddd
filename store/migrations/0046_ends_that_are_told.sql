-- online: each statement is committed alone (decision 0106). What is left out is marked, what ends is told, and what nobody proved is forgotten
-- (decision 0162).

-- No mail left for it, because its person refused the asker before: `accepted_at` and `mailed_at` only say that it waits for none.
alter table mailed_codes add column if not exists withheld_at timestamptz;

alter table native_claims add column if not exists withheld_at timestamptz;

-- `flow`: a restored database had lost it, and its flow said that it was revoked.
alter table agent_principals drop constraint if exists agent_principals_revoked_by_check,
  add constraint agent_principals_revoked_by_check check (revoked_by in ('agent', 'key', 'person', 'link', 'flow')) not valid;

create index concurrently if not exists agent_principals_unproved on agent_principals (ends_at)
  where verified_at is null and status in ('expired', 'revoked');

drop index concurrently if exists agent_principals_ended;
