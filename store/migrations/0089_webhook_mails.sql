-- How long the last answer of an endpoint took: a slow one gets one delivery at a time.
alter table webhook_endpoints add column last_ms integer;

-- Who made an endpoint hears that it was disabled, and why (decision 0285).
alter table account_mails add column webhook_host text, add column webhook_reason text check (webhook_reason in ('gone', 'failing')),
  drop constraint account_mails_kind_check;
alter table account_mails
  add constraint account_mails_kind_check check (kind in ('address_link', 'address_changed', 'account_deleted',
    'workspace_deleted', 'workspace_restored', 'workspace_erased', 'webhook_disabled')),
  add constraint account_mails_webhook check ((kind = 'webhook_disabled') = (webhook_host is not null and webhook_reason is not null));
