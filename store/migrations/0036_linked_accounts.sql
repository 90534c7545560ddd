-- Accounts at providers that sign a person in can be listed and ended, and each new one is told by mail (decision 0149).
alter table user_identities add column id uuid not null default gen_random_uuid(),
  -- The address that the provider vouched for when it was linked; null: of before this column, or of an unknown one.
  add column email citext,
  add column last_used_at timestamptz;
alter table user_identities add constraint user_identities_id unique (id);

-- The linked account that opened it. Without a key to it: a session outlives the row, and is ended with it.
alter table sessions add column linked_account_id uuid;

alter table access_notices drop constraint access_notices_kind_check,
  add constraint access_notices_kind_check check (kind in ('key', 'seat', 'passkey', 'linked_account', 'agent', 'grant')) not valid;
