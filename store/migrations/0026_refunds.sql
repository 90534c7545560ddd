-- The payment that a lot of credits was bought with. `unpaid`: how many of its credits were refunded or are disputed. `taken`: those of them that
-- were not spent, and were taken back.
alter table credit_grants add column payment_id text;
alter table credit_grants add column unpaid int not null default 0;
alter table credit_grants add column taken int not null default 0;
alter table credit_grants add constraint credit_grants_unpaid check (unpaid between 0 and amount and taken between 0 and unpaid and remaining + taken <= amount);
create index credit_grants_payment on credit_grants (workspace_id, payment_id) where payment_id is not null;

alter table credit_entries drop constraint credit_entries_kind_check;
alter table credit_entries drop constraint credit_entries_check;
alter table credit_entries add constraint credit_entries_kind check (kind in ('granted', 'spent', 'returned', 'taken_back', 'restored'));
alter table credit_entries add constraint credit_entries_amount check ((kind in ('spent', 'taken_back')) = (amount < 0) and amount <> 0);

-- What a refund or a dispute is about: webhooks of disputes name no customer.
alter table billing_invoices add column payment_id text;
create index billing_invoices_payment on billing_invoices (payment_id) where payment_id is not null;

-- Each page of the payment provider's portal that was asked for, to count them.
create table portal_sessions (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
create index portal_sessions_count on portal_sessions (workspace_id, created_at);
create index portal_sessions_created on portal_sessions (created_at);

-- For the sweep, which deletes what is long over.
create index checkout_intents_ended on checkout_intents (ended_at) where ended_at is not null;
