-- What an agent made for its person names it: it ends when the person stops the agent. null: no agent made it, or it was made before this
-- migration. Indexes and old invitations: 0039.
alter table checkout_intents add column agent_principal_id uuid references agent_principals on delete set null;
alter table calendar_connect_links add column agent_principal_id uuid references agent_principals on delete cascade;
alter table invitations add column agent_principal_id uuid references agent_principals on delete set null;
