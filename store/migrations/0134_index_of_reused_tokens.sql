-- online: each statement is committed alone (decision 0106). The sweep forgets networks after 30 days.
create index concurrently if not exists oauth_grants_reused on oauth_grants (reused_at) where reuse_networks is not null;

create index concurrently if not exists oauth_artifacts_consumed_from on oauth_artifacts (consumed_at) where consumed_from is not null;
