-- online: each statement is committed alone. Statements are separated by empty lines, and a second run repeats all of them.
-- `walk <table>`: the statement runs for the rows between two places of the table, batch by batch, until nothing is left to change.
-- Lists, the sweep and retention at a million bookings.

-- How often the sweep has nudged the flow of a row that waits, and when it does so again. `since`: since when the row waits; a row
-- that waits for something new starts again at one try.
create table if not exists flow_nudges (
  flow text not null,
  id uuid not null,
  since timestamptz not null,
  tries integer not null,
  nudged_at timestamptz not null,
  next_at timestamptz not null,
  primary key (flow, id)
);

create index if not exists flow_nudges_nudged on flow_nudges (nudged_at);

-- Lists of meetings: one status each, in the order of their starts.
create index concurrently if not exists bookings_list on bookings (workspace_id, status, start_at, id);

create index concurrently if not exists bookings_list_event on bookings (event_type_id, status, start_at, id);

create index concurrently if not exists bookings_list_host on bookings (host_id, status, start_at, id);

create index concurrently if not exists bookings_list_guest on bookings (workspace_id, guest_email, status, start_at, id);

drop index concurrently if exists bookings_workspace;

drop index concurrently if exists bookings_host;

-- The meetings of a host who is not the organizing one, in the same order. Triggers copy what the list needs.
alter table booking_hosts
  add column if not exists status text,
  add column if not exists start_at timestamptz;

create or replace function copy_booking_to_host() returns trigger language plpgsql as $$
begin
  select status, start_at into new.status, new.start_at from bookings where id = new.booking_id;
  return new;
end $$;

create or replace function copy_booking_to_hosts() returns trigger language plpgsql as $$
begin
  update booking_hosts set status = new.status, start_at = new.start_at where booking_id = new.id;
  return null;
end $$;

create or replace trigger booking_hosts_copy before insert on booking_hosts
  for each row execute function copy_booking_to_host();

create or replace trigger bookings_copy_to_hosts after update of status, start_at on bookings for each row
  when (old.status <> new.status or old.start_at <> new.start_at)
  execute function copy_booking_to_hosts();

-- walk booking_hosts
update booking_hosts h set status = b.status, start_at = b.start_at from bookings b
  where h.ctid >= $1::tid and h.ctid < $2::tid and b.id = h.booking_id and h.status is null;

create index concurrently if not exists booking_hosts_list on booking_hosts (user_id, status, start_at, booking_id);

drop index concurrently if exists booking_hosts_user;

-- Whose meeting an entry is about: members list what happened to the meetings that they host.
alter table activity_log add column if not exists host_id uuid;

create or replace function name_host_of_entry() returns trigger language plpgsql as $$
begin
  select host_id into new.host_id from bookings where id = coalesce(new.subject_id, new.booking_id);
  return new;
end $$;

create or replace function name_new_host_of_entries() returns trigger language plpgsql as $$
begin
  update activity_log set host_id = new.host_id
    where workspace_id = new.workspace_id and coalesce(subject_id, booking_id) = new.id;
  return null;
end $$;

create or replace trigger activity_log_host before insert on activity_log for each row
  when (coalesce(new.subject_type, 'booking') = 'booking')
  execute function name_host_of_entry();

create or replace trigger bookings_host_in_log after update of host_id on bookings for each row
  when (old.host_id <> new.host_id)
  execute function name_new_host_of_entries();

-- walk activity_log
update activity_log a set host_id = b.host_id from bookings b
  where a.ctid >= $1::tid and a.ctid < $2::tid and b.id = coalesce(a.subject_id, a.booking_id) and a.host_id is null
    and b.host_id is not null;

create index concurrently if not exists activity_log_list_host on activity_log (workspace_id, host_id, created_at desc, id desc)
  where host_id is not null;

create index concurrently if not exists activity_log_list_user on activity_log (workspace_id, user_id, created_at desc, id desc)
  where user_id is not null;

create index concurrently if not exists activity_log_list_key on activity_log (workspace_id, api_key_id, created_at desc, id desc)
  where api_key_id is not null;

create index concurrently if not exists activity_log_list_seat on activity_log (workspace_id, agent_seat_id, created_at desc, id desc)
  where agent_seat_id is not null;

create index concurrently if not exists activity_log_list_action on activity_log (workspace_id, action collate "C", created_at desc, id desc);

create index concurrently if not exists activity_log_list_subject_type on activity_log
  (workspace_id, (coalesce(subject_type, case when booking_id is not null then 'booking' end)), created_at desc, id desc);

-- Other lists: active and ended rows apart, in the order of the list.
create index concurrently if not exists event_types_list_active on event_types (workspace_id, created_at desc, id desc)
  where archived_at is null;

create index concurrently if not exists event_types_list_archived on event_types (workspace_id, created_at desc, id desc)
  where archived_at is not null;

create index concurrently if not exists event_types_list_host on event_types (host_id, workspace_id) where host_id is not null;

create index concurrently if not exists teams_list_active on teams (workspace_id, created_at desc, id desc) where archived_at is null;

create index concurrently if not exists memberships_list on memberships (workspace_id, created_at desc, user_id desc);

create index concurrently if not exists agent_seats_list_active on agent_seats (workspace_id, created_at desc, id desc)
  where revoked_at is null;

create index concurrently if not exists agent_seats_list_revoked on agent_seats (workspace_id, created_at desc, id desc)
  where revoked_at is not null;

create index concurrently if not exists api_keys_list_creator on api_keys (workspace_id, created_by_user_id, created_at desc, id desc);

create index concurrently if not exists short_links_list_active on short_links (workspace_id, created_at desc, id desc)
  where revoked_at is null;

create index concurrently if not exists short_links_list_revoked on short_links (workspace_id, created_at desc, id desc)
  where revoked_at is not null;

create index concurrently if not exists short_links_host on short_links (host_id) where host_id is not null;

create index concurrently if not exists short_links_event on short_links (event_type_id) where event_type_id is not null;

create index concurrently if not exists schedules_list_owner on schedules (workspace_id, user_id, created_at, id);

create index concurrently if not exists bookings_of_tests on bookings (host_id) where test_mode;

create index concurrently if not exists local_mails_list_recipient on local_mails (workspace_id, recipient, created_at desc, id desc)
  where test_mode;

create index concurrently if not exists local_mails_list_booking on local_mails (workspace_id, booking_id, created_at desc, id desc)
  where test_mode;
