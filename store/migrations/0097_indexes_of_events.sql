-- online: each statement is committed alone (decision 0106). Who listens reads a workspace's events in the order of their time; the index before has less.
create index concurrently if not exists webhook_events_heard on webhook_events (workspace_id, created_at, id);

drop index concurrently if exists webhook_events_workspace;

-- Deliveries from before the column.
-- walk webhook_deliveries
update webhook_deliveries d set event_type = e.type from webhook_events e
where d.ctid >= $1::tid and d.ctid < $2::tid and e.id = d.event_id and d.event_type is null;

-- Lists of deliveries by type, by state, or by both: one read for each of the types or states that are not said.
create index concurrently if not exists webhook_deliveries_by_type on webhook_deliveries (workspace_id, event_type, state, created_at desc, id desc);

create index concurrently if not exists webhook_deliveries_by_type_of_endpoint on webhook_deliveries (endpoint_id, event_type, state, created_at desc, id desc);
