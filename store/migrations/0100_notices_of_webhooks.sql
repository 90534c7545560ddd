-- online: each statement is committed alone (decision 0106). Owners hear of a new webhook and of a changed one (decision 0305); mails about
-- disabled ones have a cap.
alter table access_notices drop constraint if exists access_notices_kind_check,
  -- Who did it, where that may be another person.
  add column if not exists done_by uuid references users on delete set null,
  add constraint access_notices_kind_check
    check (kind in ('key', 'seat', 'passkey', 'linked_account', 'grant', 'webhook', 'webhook_changed')) not valid;

create index concurrently if not exists access_notices_done_by on access_notices (done_by) where done_by is not null;

alter table account_mails add column if not exists webhook_id uuid,
  add column if not exists webhook_workspace_id uuid references workspaces on delete cascade;

create index concurrently if not exists account_mails_webhooks on account_mails (webhook_workspace_id, created_at)
  where webhook_workspace_id is not null;
