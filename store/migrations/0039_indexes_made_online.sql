-- online: each statement is committed alone (decision 0106). Indexes on tables that are in use; a database that ran an early form of 0028 or
-- 0034 has those of these two already.
create index concurrently if not exists invitations_of_agents on invitations (agent_principal_id) where agent_principal_id is not null;

create index concurrently if not exists checkout_intents_of_agents on checkout_intents (agent_principal_id)
  where agent_principal_id is not null;

create index concurrently if not exists calendar_connect_links_of_agents on calendar_connect_links (agent_principal_id)
  where agent_principal_id is not null;

create index concurrently if not exists sessions_passkey on sessions (passkey_id) where passkey_id is not null;

create index concurrently if not exists billing_customers_trouble on billing_customers (trouble) where trouble is not null;

create index concurrently if not exists stripe_events_to_ask on stripe_events (created_at) where standing = 'to_ask';

create index concurrently if not exists stripe_events_customer on stripe_events (customer_id, created_at);

create index concurrently if not exists stripe_events_object on stripe_events (object_id);

-- Invitations that are still open: the log says which agent sent them.
-- walk invitations
update invitations i set agent_principal_id = sent.principal_id from invitations old cross join lateral (
  select act.principal_id from activity_log entry join agent_acts act on act.activity_id = entry.id
  where entry.workspace_id = old.workspace_id and coalesce(entry.subject_id, entry.booking_id) = old.id
    and entry.action = 'invitation.created'
  order by entry.created_at desc, entry.id desc limit 1) sent
where old.ctid >= $1::tid and old.ctid < $2::tid and i.id = old.id and i.agent_principal_id is null
  and i.accepted_at is null and i.revoked_at is null;
