-- online: each statement is committed alone (decision 0106). The caps of deliveries look each minute for webhooks that took something lately.
create index concurrently if not exists webhook_endpoints_lately on webhook_endpoints (last_success_at) where last_success_at is not null;
