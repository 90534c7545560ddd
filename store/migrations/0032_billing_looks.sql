-- The address for receipts that we gave the payment provider, and whose it is. No address: it was given before this migration, or changed there.
alter table billing_customers add column receipts_email text;
alter table billing_customers add column receipts_user_id uuid references users on delete set null;

-- A payment of this subscription is disputed, and the bank has not decided.
alter table subscriptions add column disputed_since timestamptz;
create index subscriptions_disputed on subscriptions (disputed_since) where disputed_since is not null;

-- What a look saw change: those who pay are mailed, once. `before` and `after`: plan, interval, members, and whether it ends with its period.
create table subscription_changes (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  before jsonb not null,
  -- null: there is no subscription any more.
  after jsonb,
  seen_at timestamptz not null default clock_timestamp(),
  mailed_at timestamptz
);
create index subscription_changes_due on subscription_changes (workspace_id, seen_at) where mailed_at is null;
create index subscription_changes_mailed on subscription_changes (workspace_id, mailed_at);
create index subscription_changes_seen on subscription_changes (seen_at);

-- Payments that were given back by themselves, because somebody paid twice, and those that were not, because there were too many.
create table automatic_refunds (
  payment_id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  decided_at timestamptz not null default clock_timestamp(),
  is_withheld boolean not null
);
create index automatic_refunds_count on automatic_refunds (workspace_id, decided_at);
create index automatic_refunds_withheld on automatic_refunds (decided_at) where is_withheld;

-- A person has paid by a way that takes days: the page can't be paid again, and its money has not come.
alter table checkout_intents add column paying_since timestamptz;

-- The page of a change is looked at after its end too: it may have been confirmed before. Those that ended before this migration are over.
update checkout_intents set page_ended_at = coalesce(ended_at, clock_timestamp())
  where status <> 'pending' and session_id is null and url is not null and page_ended_at is null;
drop index checkout_intents_open_pages;
create index checkout_intents_open_pages on checkout_intents (ended_at) where status <> 'pending' and url is not null and page_ended_at is null;
