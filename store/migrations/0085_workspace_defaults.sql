-- online: each statement is committed alone (decision 0106). What a workspace chose for all of its people (decision 0272): the zone of new
-- schedules, new teams and its numbers; the first day of the week in calendars (null: as the reader's region has it); the language for guests whose
-- browser names none of ours, and of mails to members who chose none (null: English); the times of new event types, the chosen ones alone.
alter table workspaces
  add column if not exists timezone text not null default 'UTC',
  add column if not exists week_starts_on text check (week_starts_on in ('monday', 'sunday', 'saturday')),
  add column if not exists language text check (language in ('en', 'de')),
  add column if not exists booking_defaults jsonb not null default '{}' check (jsonb_typeof(booking_defaults) = 'object');

-- Numbers used the zone of the first owner's oldest hours until now: they stay as they are.
-- walk workspaces
update workspaces w set timezone = first.timezone from workspaces old cross join lateral (
  select s.timezone from memberships m join schedules s on s.workspace_id = m.workspace_id and s.user_id = m.user_id
  where m.workspace_id = old.id and m.role = 'owner' order by m.created_at, s.created_at, s.id limit 1) first
where old.ctid >= $1::tid and old.ctid < $2::tid and w.id = old.id and w.timezone = 'UTC' and first.timezone <> 'UTC';
