-- online: each statement is committed alone (decision 0106). Accounts at providers that sign a person in can be listed and ended, and each new one
-- is told by mail (decision 0149). A database that ran an early form of this has a constraint where this makes an index of the same name.
alter table user_identities add column if not exists id uuid,
  -- The address that the provider vouched for when it was linked; null: of before this column, or of an unknown one.
  add column if not exists email citext,
  add column if not exists last_used_at timestamptz;

alter table user_identities alter column id set default gen_random_uuid();

-- walk user_identities
update user_identities set id = gen_random_uuid() where ctid >= $1::tid and ctid < $2::tid and id is null;

create unique index concurrently if not exists user_identities_id on user_identities (id);

-- Proved by a check, so that nobody waits until all rows are read again.
alter table user_identities drop constraint if exists user_identities_has_id,
  add constraint user_identities_has_id check (id is not null) not valid;

alter table user_identities validate constraint user_identities_has_id;

alter table user_identities alter column id set not null;

alter table user_identities drop constraint if exists user_identities_has_id;

-- The linked account that opened it. Without a key to it: a session outlives the row, and is ended with it.
alter table sessions add column if not exists linked_account_id uuid;

alter table access_notices drop constraint if exists access_notices_kind_check,
  add constraint access_notices_kind_check check (kind in ('key', 'seat', 'passkey', 'linked_account', 'agent', 'grant')) not valid;
