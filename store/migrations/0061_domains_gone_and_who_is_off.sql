-- online: each statement is committed alone (decision 0106). Facts of domains that went (decision 0209), and what turned a look-up off.
-- When the domain was last found gone: facts from before then are of somebody who may not have it any more.
alter table domain_lookups add column if not exists gone_at timestamptz;

-- Which setting turned the look-up off, when it was; null: not off, or of an older row.
alter table enrichments add column if not exists off_by text;

-- In two steps: the rows of before are read while nobody waits for the table.
alter table enrichments drop constraint if exists enrichments_off_by_check,
  add constraint enrichments_off_by_check
  check (off_by in ('installation', 'test_key', 'workspace_inactive', 'workspace', 'event_type')) not valid;

alter table enrichments validate constraint enrichments_off_by_check;
