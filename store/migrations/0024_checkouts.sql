-- A workspace at the payment provider. `next_look_at`: when its subscriptions are looked at again; a webhook sets it to now.
create table billing_customers (
  workspace_id uuid primary key references workspaces on delete cascade,
  customer_id text not null unique,
  created_at timestamptz not null default now(),
  next_look_at timestamptz,
  looked_at timestamptz
);
create index billing_customers_due on billing_customers (next_look_at) where next_look_at is not null;

-- What a person is to pay: an agent prepares it, the payment page at `url` is the person's.
create table checkout_intents (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'completed', 'expired', 'canceled')),
  -- Packs of credits are not sold yet.
  kind text not null check (kind in ('plan')),
  plan text not null check (plan in ('starter', 'plus', 'growth')),
  billing_interval text not null check (billing_interval in ('monthly', 'annual')),
  quantity int not null check (quantity between 1 and 20),
  customer_email text,
  success_url text not null,
  cancel_url text not null,
  metadata jsonb not null,
  created_by_user_id uuid references users on delete set null,
  -- The key that made it: revoked, the page can't be paid any more.
  api_key_id uuid references api_keys on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Somebody wants it gone: its flow ends the page first, and learns whether it was paid before.
  cancel_asked_at timestamptz,
  -- The payment page; null: it is not opened yet. A change of a subscription has a page of the portal, without a session of its own.
  session_id text unique,
  url text,
  price_id text,
  subscription_id text,
  completed_at timestamptz,
  ended_at timestamptz,
  -- Nobody can pay at the page any more. Null with an end: it is still to be closed.
  page_ended_at timestamptz
);
create unique index checkout_intents_pending on checkout_intents (workspace_id, kind) where status = 'pending';
create index checkout_intents_due on checkout_intents (expires_at) where status = 'pending';
create index checkout_intents_open_pages on checkout_intents (ended_at) where status <> 'pending' and session_id is not null and page_ended_at is null;
create index checkout_intents_workspace on checkout_intents (workspace_id, created_at);

-- What the provider said last about a workspace's subscription. No row: the plan is a trial, free, or was granted by hand.
create table subscriptions (
  workspace_id uuid primary key references workspaces on delete cascade,
  subscription_id text not null unique,
  item_id text not null,
  status text not null,
  plan text not null check (plan in ('starter', 'plus', 'growth')),
  billing_interval text not null check (billing_interval in ('monthly', 'annual')),
  quantity int not null check (quantity >= 1),
  period_end timestamptz not null,
  cancel_at_period_end boolean not null,
  -- Since when a payment is missing.
  past_due_since timestamptz,
  -- Of this missing payment: those who pay know that it is missing, and that nobody can book any more.
  past_due_mailed_at timestamptz,
  inactive_mailed_at timestamptz,
  seen_at timestamptz not null default now()
);

-- As the provider lists them, for people who look for a receipt.
create table billing_invoices (
  invoice_id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  number text,
  status text not null,
  currency text not null,
  total int not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  hosted_url text,
  pdf_url text
);
create index billing_invoices_list on billing_invoices (workspace_id, created_at desc, invoice_id desc);

-- Webhooks that came: "look at this object". Each counts once.
create table stripe_events (
  event_id text primary key,
  type text not null,
  object_type text not null,
  object_id text not null,
  customer_id text,
  created_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp()
);
create index stripe_events_received on stripe_events (received_at);
