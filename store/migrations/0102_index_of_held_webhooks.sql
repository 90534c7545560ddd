-- online: each statement is committed alone (decision 0106). Who has a place again looks for endpoints that wait for one: mostly there are none.
create index concurrently if not exists webhook_endpoints_held on webhook_endpoints (held_since) where held_since is not null;
