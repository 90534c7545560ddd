-- Why the last look changed no plan. null: nothing is wrong.
-- refused: the provider refuses our request; unknown_price: somebody pays a price that is none of ours;
-- account_changed: the provider does not know the subscription that we know.
alter table billing_customers add column trouble text check (trouble in ('refused', 'unknown_price', 'account_changed'));
create index billing_customers_trouble on billing_customers (trouble) where trouble is not null;

-- to_ask: of a customer or a payment page that we do not know, as after a restore: the provider is asked whose it is. stranger: nobody's here.
alter table stripe_events add column standing text not null default 'known' check (standing in ('known', 'to_ask', 'stranger'));
create index stripe_events_to_ask on stripe_events (created_at) where standing = 'to_ask';
create index stripe_events_customer on stripe_events (customer_id, created_at);
create index stripe_events_object on stripe_events (object_id);
-- The provider's list brought it, no webhook did.
alter table stripe_events add column is_from_list boolean not null default false;

-- Until when a part that reads in slices has read.
alter table sweep_parts add column read_until timestamptz;

-- What this worker pays with: live, test, or off. null: a worker of an older version.
alter table worker_heartbeats add column payments text;
