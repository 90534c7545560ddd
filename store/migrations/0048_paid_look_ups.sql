-- online: each statement is committed alone (decision 0106).
-- What a workspace paid for about a domain (decision 0161).
create index concurrently if not exists enrichments_paid on enrichments (workspace_id, domain, paid_at) where paid_at is not null;
