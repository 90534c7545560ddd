-- online: each statement is committed alone (decision 0106). What operators watch: mostly there are none.
create index concurrently if not exists webhook_endpoints_secret_retry on webhook_endpoints (secret_retry_at) where secret_retry_at is not null;
