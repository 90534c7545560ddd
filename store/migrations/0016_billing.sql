-- Subscriptions, payments and credits.

-- A workspace at the payment provider. next_look_at: the time of the next check of its subscriptions; a webhook sets it to now.
create table billing_customers (
  workspace_id uuid primary key references workspaces on delete cascade,
  customer_id text not null unique,
  next_look_at timestamptz,
  looked_at timestamptz,
  -- The address for receipts that the provider got from us, and its person; null: changed at the provider.
  receipts_email text,
  receipts_user_id uuid references users on delete set null,
  -- Why the last check changed no plan; null: nothing is wrong. refused: the provider refuses our request. unknown_price: the price
  -- is none of ours. account_changed: the provider does not know the subscription.
  trouble text check (trouble in ('refused', 'unknown_price', 'account_changed')),
  created_at timestamptz not null default now()
);
create index billing_customers_due on billing_customers (next_look_at) where next_look_at is not null;
create index billing_customers_trouble on billing_customers (trouble) where trouble is not null;

-- The provider's last answer about a workspace's subscription. No row: trial, free, or a plan granted by hand.
create table subscriptions (
  workspace_id uuid primary key references workspaces on delete cascade,
  subscription_id text not null unique,
  item_id text not null,
  status text not null,
  plan text not null check (plan in ('starter', 'plus', 'growth')),
  billing_interval text not null check (billing_interval in ('monthly', 'annual')),
  quantity integer not null check (quantity >= 1),
  period_end timestamptz not null,
  cancel_at_period_end boolean not null,
  -- The time since which a payment is missing.
  past_due_since timestamptz,
  -- The mails about this missing payment: that it is missing, and that bookings have stopped.
  past_due_mailed_at timestamptz,
  inactive_mailed_at timestamptz,
  seen_at timestamptz not null default now(),
  -- A payment is disputed, and the bank has not decided.
  disputed_since timestamptz
);
create index subscriptions_disputed on subscriptions (disputed_since) where disputed_since is not null;

-- Changes that a check found. The payers get one mail. before, after: plan, interval, members, and whether it ends with its period.
create table subscription_changes (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  -- Null: the first purchase.
  before jsonb,
  -- Null: the subscription has ended.
  after jsonb,
  seen_at timestamptz not null default clock_timestamp(),
  mailed_at timestamptz
);
create index subscription_changes_due on subscription_changes (workspace_id, seen_at) where mailed_at is null;
create index subscription_changes_mailed on subscription_changes (workspace_id, mailed_at);
create index subscription_changes_seen on subscription_changes (seen_at);

-- A prepared payment. The payment page at `url` is for a person.
create table checkout_intents (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'completed', 'expired', 'canceled')),
  kind text not null check (kind in ('plan', 'pack')),
  plan text check (plan in ('starter', 'plus', 'growth')),
  billing_interval text check (billing_interval in ('monthly', 'annual')),
  quantity integer not null check (quantity between 1 and 20),
  customer_email text,
  success_url text not null,
  cancel_url text not null,
  metadata jsonb not null,
  created_by_user_id uuid references users on delete set null,
  -- The key that made it. Once the key is revoked, the page cannot be paid.
  api_key_id uuid references api_keys on delete set null,
  expires_at timestamptz not null,
  -- A cancellation is requested: the flow closes the page first, and learns whether it was paid before.
  cancel_asked_at timestamptz,
  -- The payment page; null: not open yet. A change of a subscription uses the provider's portal, which has a URL but no session.
  session_id text unique,
  url text,
  price_id text,
  subscription_id text,
  completed_at timestamptz,
  ended_at timestamptz,
  -- Nobody can pay at the page from then on; null with an end: the page is still to be closed.
  page_ended_at timestamptz,
  pack_id text,
  -- Paid by a method that takes days: the page cannot be paid again, and the money has not arrived.
  paying_since timestamptz,
  -- The agent that made it; null: none. It ends when the person stops the agent.
  agent_principal_id uuid references agent_principals on delete set null,
  -- The time at which the mail about the failed payment became due; null: none is due.
  failure_mail_due_at timestamptz,
  created_at timestamptz not null default now(),
  constraint checkout_intents_what
    check ((kind = 'plan') = (plan is not null and billing_interval is not null) and (kind = 'pack') = (pack_id is not null))
);
create unique index checkout_intents_pending on checkout_intents (workspace_id, kind) where status = 'pending';
create index checkout_intents_due on checkout_intents (expires_at) where status = 'pending';
create index checkout_intents_workspace on checkout_intents (workspace_id, created_at);
-- For the sweep, which deletes old rows.
create index checkout_intents_ended on checkout_intents (ended_at) where ended_at is not null;
create index checkout_intents_open_pages on checkout_intents (ended_at)
  where status <> 'pending' and url is not null and page_ended_at is null;
create index checkout_intents_of_agents on checkout_intents (agent_principal_id) where agent_principal_id is not null;
create index checkout_intents_of_keys on checkout_intents (api_key_id) where api_key_id is not null;

-- Invoices as the provider lists them, for people who look for a receipt.
create table billing_invoices (
  invoice_id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  number text,
  status text not null,
  currency text not null,
  total integer not null,
  paid_at timestamptz,
  hosted_url text,
  pdf_url text,
  -- The payment: webhooks of refunds and disputes name no customer.
  payment_id text,
  -- The lines as the provider lists them.
  lines jsonb not null default '[]',
  created_at timestamptz not null
);
create index billing_invoices_list on billing_invoices (workspace_id, created_at desc, invoice_id desc);
create index billing_invoices_payment on billing_invoices (payment_id) where payment_id is not null;

-- Payments that were refunded automatically because the workspace was paid twice, and those withheld because there were too many.
create table automatic_refunds (
  -- A payment; where only credit paid, the invoice.
  payment_id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  decided_at timestamptz not null default clock_timestamp(),
  is_withheld boolean not null
);
create index automatic_refunds_count on automatic_refunds (workspace_id, decided_at);
create index automatic_refunds_withheld on automatic_refunds (decided_at) where is_withheld;

-- Requested pages of the provider's portal, for their cap.
create table portal_sessions (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
create index portal_sessions_count on portal_sessions (workspace_id, created_at);
create index portal_sessions_created on portal_sessions (created_at);

-- Received webhooks: each is a hint to read its object, and counts once.
create table stripe_events (
  event_id text primary key,
  type text not null,
  object_type text not null,
  object_id text not null,
  customer_id text,
  received_at timestamptz not null default clock_timestamp(),
  -- to_ask: the customer is unknown, as after a restore, so the provider is asked. stranger: it is not ours.
  standing text not null default 'known' check (standing in ('known', 'to_ask', 'stranger')),
  -- Found in the provider's list; no webhook brought it.
  is_from_list boolean not null default false,
  created_at timestamptz not null
);
create index stripe_events_received on stripe_events (received_at);
create index stripe_events_to_ask on stripe_events (created_at) where standing = 'to_ask';
create index stripe_events_customer on stripe_events (customer_id, created_at);
create index stripe_events_object on stripe_events (object_id);

-- Credits in lots: one per period of a plan, per trial, per pack. The check keeps `remaining` at zero or above.
create table credit_grants (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  source text not null check (source in ('trial', 'plan', 'pack', 'pack_subscription')),
  -- The reason of the grant, so that it is granted once.
  source_key text not null unique,
  amount integer not null check (amount > 0),
  remaining integer not null,
  granted_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- The payment for the lot. unpaid: credits of it that were refunded or are disputed. taken: those of them that were unspent and
  -- taken back.
  payment_id text,
  unpaid integer not null default 0,
  taken integer not null default 0,
  constraint credit_grants_remaining check (remaining between 0 and amount),
  constraint credit_grants_unpaid check (unpaid between 0 and amount and taken between 0 and unpaid and remaining + taken <= amount)
);
create index credit_grants_open on credit_grants (workspace_id, expires_at, id) where remaining > 0;
create index credit_grants_payment on credit_grants (workspace_id, payment_id) where payment_id is not null;
create index credit_grants_workspace on credit_grants (workspace_id);

-- Changes of a lot, append-only: their sum is what remains of it.
create table credit_entries (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  grant_id uuid not null references credit_grants on delete cascade,
  kind text not null,
  amount integer not null,
  -- The subject of a spent credit.
  subject text,
  created_at timestamptz not null default clock_timestamp(),
  constraint credit_entries_kind check (kind in ('granted', 'spent', 'returned', 'taken_back', 'restored')),
  constraint credit_entries_amount check ((kind in ('spent', 'taken_back')) = (amount < 0) and amount <> 0)
);
-- One credit per subject, returned at most once.
create unique index credit_entries_once on credit_entries (workspace_id, subject, kind) where kind in ('spent', 'returned');
create index credit_entries_list on credit_entries (workspace_id, created_at desc, id desc);
create index credit_entries_grant on credit_entries (grant_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of credits are never changed';
end $$;
create trigger credit_entries_append_only before update on credit_entries for each row execute function refuse_change();

-- Inboxes that had a trial, as hashes of folded addresses: each has one trial.
create table trial_inboxes (
  inbox_hash bytea primary key,
  given_at timestamptz not null default clock_timestamp()
);
