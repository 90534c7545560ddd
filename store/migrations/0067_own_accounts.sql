-- A person changes their address, or deletes their account (decision 0231).

-- Set once a person deleted their account. The row stays for the meetings that it hosted, without name and address.
alter table users add column deleted_at timestamptz;

-- A new address, proved by a link that is mailed to it.
create table address_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email citext not null,
  new_email citext not null,
  -- The folded new address, and the networks of who asked: both are counted.
  inbox citext not null,
  client_networks text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- Taken back by the link that was mailed to the old address.
  undone_at timestamptz
);
create index address_changes_person on address_changes (user_id, created_at);
create index address_changes_inbox on address_changes (inbox, created_at);
create index address_changes_networks on address_changes using gin (client_networks);
create index address_changes_created on address_changes (created_at);

-- Mails about a person's own account. A row leads to one mail.
create table account_mails (
  id uuid primary key,
  kind text not null check (kind in ('address_link', 'address_changed', 'account_deleted')),
  address_change_id uuid references address_changes on delete cascade,
  -- Forgotten once the mail left, or none will.
  recipient citext,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  check ((kind = 'account_deleted') = (address_change_id is null))
);
create index account_mails_waiting on account_mails (created_at) where settled_at is null;
create index account_mails_created on account_mails (created_at);
create index account_mails_change on account_mails (address_change_id) where address_change_id is not null;
