-- The activity log.

create table activity_log (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  booking_id uuid,
  actor text not null,
  source text not null,
  action text not null,
  -- Short facts. Stored uncompressed, so that the size is known without reading them.
  data jsonb storage external not null default '{}',
  -- The person or the key that did it; a key may belong to a seat. No foreign keys to keys and seats: entries keep their ids, and
  -- deleting a key reads no log.
  user_id uuid references users on delete set null,
  api_key_id uuid,
  agent_seat_id uuid,
  subject_type text,
  subject_id uuid,
  -- The host of the meeting that an entry is about: members list the entries of their meetings.
  host_id uuid,
  created_at timestamptz not null default now()
);
create index activity_log_workspace on activity_log (workspace_id, created_at desc);
create index activity_log_booking on activity_log (booking_id);
-- Entries of one subject.
create index activity_log_subject on activity_log (workspace_id, (coalesce(subject_id, booking_id)), created_at desc, id desc);
create index activity_log_list_host on activity_log (workspace_id, host_id, created_at desc, id desc) where host_id is not null;
create index activity_log_list_user on activity_log (workspace_id, user_id, created_at desc, id desc) where user_id is not null;
create index activity_log_list_key on activity_log (workspace_id, api_key_id, created_at desc, id desc) where api_key_id is not null;
create index activity_log_list_seat on activity_log (workspace_id, agent_seat_id, created_at desc, id desc)
  where agent_seat_id is not null;
create index activity_log_list_action on activity_log (workspace_id, action collate "C", created_at desc, id desc);
create index activity_log_list_subject_type on activity_log
  (workspace_id, (coalesce(subject_type, case when booking_id is not null then 'booking' end)), created_at desc, id desc);

create function name_host_of_entry() returns trigger language plpgsql as $$
begin
  select host_id into new.host_id from bookings where id = coalesce(new.subject_id, new.booking_id);
  return new;
end $$;
create trigger activity_log_host before insert on activity_log
  for each row when (coalesce(new.subject_type, 'booking') = 'booking')
  execute function name_host_of_entry();

create function name_new_host_of_entries() returns trigger language plpgsql as $$
begin
  update activity_log set host_id = new.host_id
    where workspace_id = new.workspace_id and coalesce(subject_id, booking_id) = new.id;
  return null;
end $$;
create trigger bookings_host_in_log after update of host_id on bookings
  for each row when (old.host_id <> new.host_id)
  execute function name_new_host_of_entries();

-- Entries of the log that an agent caused for its person. A table, because the log is large.
create table agent_acts (
  activity_id uuid primary key references activity_log on delete cascade,
  principal_id uuid not null references agent_principals on delete cascade,
  at timestamptz not null
);
create index agent_acts_principal on agent_acts (principal_id, at desc);
