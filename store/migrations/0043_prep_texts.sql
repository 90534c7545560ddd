-- online: each statement is committed alone (decision 0106).
-- A workspace's own texts for the templates of prep packs, by the name of the template (decision 0159).
alter table workspaces add column if not exists prep_texts jsonb not null default '{}'
  check (jsonb_typeof(prep_texts) = 'object');

-- Meetings to which somebody was invited as a further guest: their data can be deleted (decision 0158).
create index concurrently if not exists booking_guests_email on booking_guests (email);
