-- The network from which an account, or a key, was made: mails that unpaid workspaces cause count there too (decision 0342). Kept for 30 days.
create table access_origins (
  -- Of a user or an API key; connected apps are keys.
  id uuid primary key,
  network text not null,
  made_at timestamptz not null default clock_timestamp()
);
create index access_origins_made on access_origins (made_at);

-- All networks around the call, the key and the account that caused a mail by the side of an unpaid workspace; else null.
alter table uninvited_mails add column unpaid_networks text[];
