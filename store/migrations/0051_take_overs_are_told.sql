-- online: each statement is committed alone (decision 0106). Who took a workspace over, and who had it before, are told what became of it
-- (decision 0171).

alter table workspace_claims
  -- Accepted: whether the agent kept a seat. null: not accepted, or before this migration, when nobody was told.
  add column if not exists keeps_agent boolean,
  -- Both mails about the take-over have left, or their addresses take none.
  add column if not exists told_at timestamptz;

create index concurrently if not exists workspace_claims_untold on workspace_claims (ended_at)
  where status = 'accepted' and keeps_agent is not null and told_at is null;
