-- online: each statement is committed alone (decision 0106). Who listens reads a workspace's events in the order of their time; the index before has less.
create index concurrently if not exists webhook_events_heard on webhook_events (workspace_id, created_at, id);

drop index concurrently if exists webhook_events_workspace;

-- Lists of deliveries by type, by state, or by both: one read for each of the types or states that are not said.
create index concurrently if not exists webhook_deliveries_by_type on webhook_deliveries (workspace_id, event_type, state, created_at desc, id desc);

create index concurrently if not exists webhook_deliveries_by_type_of_endpoint on webhook_deliveries (endpoint_id, event_type, state, created_at desc, id desc);
