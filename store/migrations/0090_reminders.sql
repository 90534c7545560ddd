-- Reminders of an event type, and what is to leave for a booking. Existing event types get none: nobody asked.
alter table event_types add column reminders jsonb not null default '[]' check (jsonb_typeof(reminders) = 'array');

-- The mails that have not left yet, each with its due time; null: none. `remind_at`: when the next one is due.
alter table bookings add column reminders jsonb, add column remind_at timestamptz;

-- Who wants no more reminders of a workspace. The hash is keyed: see domain/mail/recipient-tokens.ts.
create table reminder_refusals (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  address_hash bytea not null check (octet_length(address_hash) = 16),
  created_at timestamptz not null default now(),
  primary key (workspace_id, address_hash)
);
