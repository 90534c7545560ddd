-- online: each statement is committed alone (decision 0106). What operators watch of webhooks: mostly a few rows of many.
create index concurrently if not exists webhook_endpoints_failing on webhook_endpoints (failing_since) where failing_since is not null;

create index concurrently if not exists webhook_endpoints_disabled on webhook_endpoints (disabled_at) where disabled_at is not null;

create index concurrently if not exists webhook_deliveries_given_up on webhook_deliveries (ended_at) where state = 'given_up';
