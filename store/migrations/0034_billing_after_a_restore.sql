-- Why the last look changed no plan. null: nothing is wrong.
-- refused: the provider refuses our request; unknown_price: somebody pays a price that is none of ours;
-- account_changed: the provider does not know the subscription that we know.
alter table billing_customers add column trouble text check (trouble in ('refused', 'unknown_price', 'account_changed'));

-- to_ask: of a customer or a payment page that we do not know, as after a restore: the provider is asked whose it is. stranger: nobody's here.
alter table stripe_events add column standing text not null default 'known' check (standing in ('known', 'to_ask', 'stranger'));
-- The provider's list brought it, no webhook did.
alter table stripe_events add column is_from_list boolean not null default false;

-- Until when a part that reads in slices has read.
alter table sweep_parts add column read_until timestamptz;

-- What this worker pays with: live, test, or off. null: a worker of an older version.
alter table worker_heartbeats add column payments text;
