-- Credits as they came: one lot for each period of a plan, each trial, each pack. `remaining` never falls below zero: the database refuses it.
create table credit_grants (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  source text not null check (source in ('trial', 'plan', 'pack', 'pack_subscription')),
  -- What it was granted for: granted twice, it is there once.
  source_key text not null unique,
  amount int not null check (amount > 0),
  remaining int not null check (remaining between 0 and amount),
  granted_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index credit_grants_open on credit_grants (workspace_id, expires_at, id) where remaining > 0;

-- Every change of a lot, for good: the sum of a lot's entries is what remains of it.
create table credit_entries (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  grant_id uuid not null references credit_grants on delete cascade,
  kind text not null check (kind in ('granted', 'spent', 'returned')),
  -- 1 or more for granted and returned, below zero for spent.
  amount int not null check ((kind = 'spent') = (amount < 0) and amount <> 0),
  -- What it was spent on.
  subject text,
  created_at timestamptz not null default clock_timestamp()
);
-- One credit for each subject, given back at most once.
create unique index credit_entries_once on credit_entries (workspace_id, subject, kind) where kind in ('spent', 'returned');
create index credit_entries_list on credit_entries (workspace_id, created_at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of credits are never changed';
end $$;
create trigger credit_entries_append_only before update on credit_entries for each row execute function refuse_change();

-- Packs are sold, too.
alter table checkout_intents drop constraint checkout_intents_kind_check;
alter table checkout_intents add constraint checkout_intents_kind_check check (kind in ('plan', 'pack'));
alter table checkout_intents alter column plan drop not null;
alter table checkout_intents alter column billing_interval drop not null;
alter table checkout_intents add column pack_id text;
alter table checkout_intents add constraint checkout_intents_what
  check ((kind = 'plan') = (plan is not null and billing_interval is not null) and (kind = 'pack') = (pack_id is not null));
