-- Bookings, their changes, and the requests to change them.

create table bookings (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  event_type_id uuid not null references event_types,
  host_id uuid not null references users,
  status text not null
    check (status in ('pending_confirmation', 'confirmed', 'canceled', 'rescheduled', 'no_show', 'completed')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  -- A pending booking expires at this time.
  decide_by timestamptz,
  guest_email citext not null,
  guest_name text,
  guest_timezone text not null,
  -- The language of the guests' mails, in two letters. region: for the dates in them; null: unknown.
  language text not null default 'en',
  region text,
  -- Whether the guest proved the address by a code. Mails to other guests are counted.
  guest_proved boolean not null default false,
  -- Further guests get no mail until the guest proves the address.
  guests_wait boolean not null default false,
  agent_email citext,
  location_type text not null,
  location_detail text,
  join_url text,
  source text not null check (source in ('web', 'public_api', 'public_mcp', 'host_api', 'host_mcp', 'dashboard')),
  host_notes text,
  cancel_reason text,
  -- Reminders that have not left, each with its due time; null: none. remind_at is the next due time.
  reminders jsonb,
  remind_at timestamptz,
  -- Made with a test key: the booking takes a real slot; mails are stored, not sent.
  test_mode boolean not null default false,
  -- A booking that a host made with themselves to try the product. Statistics leave it out.
  is_sample boolean not null default false,
  -- Counts changes; each has a row in booking_changes.
  revision integer not null,
  -- Counts each change, the host's notes included: requests that wait for a change name the version that they know.
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bookings_end_after_start check (end_at > start_at),
  constraint bookings_pending_has_decide_by check ((status = 'pending_confirmation') = (decide_by is not null))
);
create index bookings_guest on bookings (guest_email, event_type_id, start_at);
create index bookings_due on bookings (end_at) where status in ('confirmed', 'rescheduled');
create index bookings_undecided on bookings (decide_by) where status = 'pending_confirmation';
-- Counts the upcoming meetings of an event type.
create index bookings_live on bookings (event_type_id, end_at) where status in ('pending_confirmation', 'confirmed', 'rescheduled');
-- Lists of meetings: one status each, in the order of their starts.
create index bookings_list on bookings (workspace_id, status, start_at, id);
create index bookings_list_event on bookings (event_type_id, status, start_at, id);
create index bookings_list_host on bookings (host_id, status, start_at, id);
create index bookings_list_guest on bookings (workspace_id, guest_email, status, start_at, id);
create index bookings_of_tests on bookings (host_id) where test_mode;
create index bookings_remind_at on bookings (remind_at) where remind_at is not null;
create trigger bookings_version before update on bookings for each row execute function count_version();

-- Wakes requests that wait for a change of the booking. The payload is the row's id.
create function notify_booking() returns trigger language plpgsql as $$
begin
  perform pg_notify('bookings', new.id::text);
  return null;
end $$;
create trigger bookings_notify after update on bookings for each row execute function notify_booking();

-- The history of a booking. The flow announces each change by mail, then sets announced_at.
create table booking_changes (
  booking_id uuid not null references bookings on delete cascade,
  revision integer not null,
  -- link_ready: a Meet or Teams link came after the mails had left. no_show_undone: the host took a no-show back.
  kind text not null
    check (kind in ('requested', 'confirmed', 'approved', 'rescheduled', 'canceled', 'declined', 'expired', 'completed',
      'no_show', 'no_show_undone', 'host_changed', 'link_ready')),
  actor text not null check (actor in ('guest', 'host', 'system', 'not_me')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  previous_start_at timestamptz,
  reason text,
  created_at timestamptz not null,
  announced_at timestamptz,
  -- The hosts of a handover, for its mails.
  previous_host_id uuid references users,
  new_host_id uuid references users,
  -- The change is mailed again, to further guests only: their mails had waited.
  to_waiting_guests boolean not null default false,
  -- Mailed only to a guest who proved the address by a code.
  quiet boolean not null default false,
  -- Whether further guests get no mail of this change; null: as bookings.guests_wait says.
  guests_wait boolean,
  -- Its mails left before the meeting's link existed.
  without_link boolean not null default false,
  -- The time at which mails of this change left although a cap was reached.
  mailed_past_cap_at timestamptz,
  primary key (booking_id, revision)
);
create index booking_changes_unannounced on booking_changes (created_at) where announced_at is null;

create table booking_answers (
  booking_id uuid not null references bookings on delete cascade,
  position smallint not null,
  key text not null,
  label text not null,
  value jsonb not null,
  display text not null,
  primary key (booking_id, position),
  constraint booking_answers_booking_id_key_key unique (booking_id, key)
);

create table booking_guests (
  booking_id uuid not null references bookings on delete cascade,
  position smallint not null,
  email citext not null,
  primary key (booking_id, position)
);
-- Finds the meetings of a further guest whose data is deleted.
create index booking_guests_email on booking_guests (email);

-- The hosts of a booking next to bookings.host_id, the organizing host.
create table booking_hosts (
  booking_id uuid not null references bookings on delete cascade,
  user_id uuid not null references users,
  position smallint not null,
  -- Copied from the booking by triggers, so that a host's list reads one index.
  status text,
  start_at timestamptz,
  primary key (booking_id, user_id)
);
create index booking_hosts_list on booking_hosts (user_id, status, start_at, booking_id);

create function copy_booking_to_host() returns trigger language plpgsql as $$
begin
  select status, start_at into new.status, new.start_at from bookings where id = new.booking_id;
  return new;
end $$;
create trigger booking_hosts_copy before insert on booking_hosts for each row execute function copy_booking_to_host();

create function copy_booking_to_hosts() returns trigger language plpgsql as $$
begin
  update booking_hosts set status = new.status, start_at = new.start_at where booking_id = new.id;
  return null;
end $$;
create trigger bookings_copy_to_hosts after update of status, start_at on bookings
  for each row when (old.status <> new.status or old.start_at <> new.start_at)
  execute function copy_booking_to_hosts();

-- Links in mails. Tokens are derived; only their sha256 is stored.
create table booking_tokens (
  token_hash bytea primary key,
  booking_id uuid not null references bookings on delete cascade,
  purpose text not null check (purpose in ('manage', 'decide')),
  -- The time at which the sweep checks whether the link has expired. Meetings move, so the sweep postpones the check; a move writes
  -- nothing here.
  look_at timestamptz not null default now() + interval '62 days'
);
create index booking_tokens_booking on booking_tokens (booking_id);
create index booking_tokens_look on booking_tokens (look_at);

-- A request to a flow. The API writes the request, the flow's activity the outcome, with its effect.
create table attempts (
  id uuid primary key,
  booking_id uuid not null,
  kind text not null check (kind in ('confirm', 'reschedule', 'cancel', 'decide', 'open', 'markNoShow')),
  request_hash bytea not null,
  request jsonb not null,
  outcome jsonb,
  refused boolean not null default false,
  -- The side that asks: the attempts of one side do not count for another.
  side text not null generated always as (case when request ? 'by' then 'key' when kind = 'decide' then 'host' else 'guest' end) stored,
  created_at timestamptz not null default now()
);
-- A repeated request finds its attempt. Refused attempts are not repeated.
create unique index attempts_request on attempts (booking_id, kind, request_hash) where not refused;
create index attempts_created on attempts (created_at);
create index attempts_booking on attempts (booking_id, side, created_at);
-- An equal request of the same caller is open once: repeated calls ask the same flow.
create unique index attempts_under_way on attempts (request_hash) where kind = 'open' and outcome is null;

create table idempotency_records (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  booking_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_records_created on idempotency_records (created_at);

-- Bookings of one host beyond a cap. One is open per workspace and host, so that the host gets one mail.
create table booking_floods (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  host_id uuid not null references users on delete cascade,
  networks text[] not null,
  mail_domains text[] not null,
  opened_at timestamptz not null,
  last_at timestamptz not null,
  mailed_at timestamptz,
  closed_at timestamptz,
  -- The person, key and surface that cleared its bookings, for the activity log of each cancellation; null: nobody did.
  cleared_by_user_id uuid,
  cleared_by_api_key_id uuid,
  cleared_by_agent_seat_id uuid,
  cleared_source text,
  -- The mail domains whose verified guests alone exceeded the cap: only their bookings by verified guests are cleared.
  proved_mail_domains text[] not null default '{}'
);
create unique index booking_floods_open on booking_floods (workspace_id, host_id) where closed_at is null;
create index booking_floods_unmailed on booking_floods (opened_at) where mailed_at is null;
create index booking_floods_closed on booking_floods (closed_at);
create index booking_floods_workspace on booking_floods (workspace_id);

-- The origin of a guest's upcoming booking, for the caps of upcoming bookings. Deleted after the meeting.
create table booking_origins (
  booking_id uuid primary key references bookings on delete cascade,
  -- HMACs of the networks around the client.
  networks text[] not null,
  mail_domain text,
  -- Whether a code to the receiving inbox was entered: the guest's, or the agent's.
  inbox_proved boolean not null,
  -- The end of the meeting when it was booked. Later moves only delay the deletion.
  look_at timestamptz not null,
  -- Set when the host clears this flood: the booking's flow cancels the booking.
  cleared_flood_id uuid references booking_floods on delete set null
);
create index booking_origins_look on booking_origins (look_at);
create index booking_origins_cleared on booking_origins (cleared_flood_id) where cleared_flood_id is not null;

-- Bookings made with a test key. When the key is revoked, upcoming ones get ended_at, and their flows cancel them.
create table test_bookings (
  booking_id uuid primary key references bookings on delete cascade,
  api_key_id uuid not null references api_keys on delete cascade,
  ended_at timestamptz
);
create index test_bookings_key on test_bookings (api_key_id);
create index test_bookings_ended on test_bookings (ended_at) where ended_at is not null;

-- A trigger, because a former member's keys are revoked by one as well.
create function end_test_bookings() returns trigger language plpgsql as $$
begin
  update test_bookings t set ended_at = new.revoked_at from bookings b
  where t.api_key_id = new.id and t.ended_at is null and b.id = t.booking_id
    and b.status in ('pending_confirmation', 'confirmed', 'rescheduled') and b.start_at > clock_timestamp();
  return null;
end $$;
create trigger api_keys_test_ended after update of revoked_at on api_keys
  for each row when (new.mode = 'test' and old.revoked_at is null and new.revoked_at is not null)
  execute function end_test_bookings();

-- Assignments in a round robin. The host with the lowest (assigned + credit) / weight is next. credit: assignments that a new member
-- is counted as having had. Written under the lock of the event type.
create table round_robin_shares (
  event_type_id uuid not null references event_types on delete cascade,
  user_id uuid not null references users on delete cascade,
  assigned integer not null default 0,
  credit double precision not null default 0,
  last_assigned_at timestamptz,
  primary key (event_type_id, user_id)
);

-- The reason for the choice of a host: the candidates in order, with their levels and what excluded the others. counted: it is in the
-- shares.
create table booking_assignments (
  booking_id uuid primary key references bookings on delete cascade,
  event_type_id uuid not null references event_types,
  user_id uuid not null references users,
  counted boolean not null default true,
  reason jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index booking_assignments_counted on booking_assignments (event_type_id, user_id) where counted;
create index booking_assignments_recent on booking_assignments (event_type_id, created_at desc);

-- Keeps the shares right after each cancellation and handover.
create function follow_assignment() returns trigger language plpgsql as $$
declare
  assignment booking_assignments;
begin
  select * into assignment from booking_assignments where booking_id = new.id and counted;
  if not found then return null; end if;
  if new.status = 'canceled' then
    update round_robin_shares set assigned = assigned - 1 where event_type_id = assignment.event_type_id and user_id = assignment.user_id;
    update booking_assignments set counted = false where booking_id = new.id;
  elsif new.host_id <> assignment.user_id then
    update round_robin_shares set assigned = assigned - 1 where event_type_id = assignment.event_type_id and user_id = assignment.user_id;
    update round_robin_shares set assigned = assigned + 1 where event_type_id = assignment.event_type_id and user_id = new.host_id;
    update booking_assignments set user_id = new.host_id, counted = found where booking_id = new.id;
  end if;
  return null;
end $$;
create trigger bookings_assignment after update of status, host_id on bookings
  for each row when (old.status <> 'canceled' and new.status = 'canceled' or old.host_id <> new.host_id)
  execute function follow_assignment();

-- A member who leaves the team, or becomes fixed, loses the assignments: a member who comes back starts as a new one.
create function drop_shares() returns trigger language plpgsql as $$
begin
  update booking_assignments a set counted = false
    from event_types e where e.team_id = old.team_id and a.event_type_id = e.id and a.user_id = old.user_id and a.counted;
  delete from round_robin_shares s
    using event_types e where e.team_id = old.team_id and s.event_type_id = e.id and s.user_id = old.user_id;
  return null;
end $$;
create trigger team_members_left after delete on team_members for each row execute function drop_shares();
create trigger team_members_fixed after update of fixed on team_members
  for each row when (new.fixed and not old.fixed)
  execute function drop_shares();

-- A new weight counts from now on: the level stays, and so does the order.
create function keep_share_level() returns trigger language plpgsql as $$
begin
  update round_robin_shares s set credit = (s.assigned + s.credit) / old.weight * new.weight - s.assigned
    from event_types e where e.team_id = new.team_id and s.event_type_id = e.id and s.user_id = new.user_id;
  return null;
end $$;
create trigger team_members_weight after update of weight on team_members
  for each row when (new.weight <> old.weight)
  execute function keep_share_level();
