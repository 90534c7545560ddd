-- Workspaces, hosts, their availability, and the bookings that claim it.

create extension if not exists btree_gist;
create extension if not exists citext;

-- Versions let a reader keep what it computed: any change of a row, or of the rows below it, counts up.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create table users (
  id uuid primary key,
  email citext not null unique,
  name text not null,
  -- Counts changes of what listings read of this person: claims, time off, name and address.
  busy_version bigint not null default 0,
  created_at timestamptz not null default now()
);

create function count_name_change() returns trigger language plpgsql as $$
begin
  new.busy_version := old.busy_version + 1;
  return new;
end $$;
create trigger users_version before update of name, email on users
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
  execute function count_name_change();

create table workspaces (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  plan text not null check (plan in ('free', 'starter', 'plus', 'growth')),
  subscription_status text not null check (subscription_status in ('trialing', 'active', 'past_due', 'inactive')),
  trial_ends_at timestamptz,
  version bigint not null default 0,
  created_at timestamptz not null default now()
);
create trigger workspaces_version before update on workspaces for each row execute function count_version();

create table memberships (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  username text not null,
  role text not null check (role in ('owner', 'admin', 'manager', 'member', 'billing_only')),
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (workspace_id, username),
  unique (workspace_id, user_id)
);
create index memberships_user on memberships (user_id);
create trigger memberships_version before update on memberships for each row execute function count_version();

create table schedules (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null,
  timezone text not null,
  version bigint not null default 0,
  created_at timestamptz not null default now()
);
create index schedules_owner on schedules (user_id, workspace_id);
create trigger schedules_version before update on schedules for each row execute function count_version();

create table schedule_rules (
  schedule_id uuid not null references schedules on delete cascade,
  day_of_week smallint not null check (day_of_week between 0 and 6),
  start_minute smallint not null check (start_minute between 0 and 1439),
  end_minute smallint not null check (end_minute between 1 and 1440 and end_minute > start_minute),
  primary key (schedule_id, day_of_week, start_minute)
);

-- One row a window; a day off is one row without a window. A date's rows replace its weekly rules.
create table date_overrides (
  id uuid primary key,
  schedule_id uuid not null references schedules on delete cascade,
  date date not null,
  start_minute smallint check (start_minute between 0 and 1439),
  end_minute smallint check (end_minute between 1 and 1440 and end_minute > start_minute),
  check ((start_minute is null) = (end_minute is null))
);
create index date_overrides_schedule on date_overrides (schedule_id, date);

create function count_schedule_version() returns trigger language plpgsql as $$
begin
  update schedules set version = version where id = coalesce(new.schedule_id, old.schedule_id);
  return null;
end $$;
create trigger schedule_rules_version after insert or update or delete on schedule_rules
  for each row execute function count_schedule_version();
create trigger date_overrides_version after insert or update or delete on date_overrides
  for each row execute function count_schedule_version();

create function count_busy_version() returns trigger language plpgsql as $$
begin
  update users set busy_version = busy_version + 1 where id = coalesce(new.host_id, old.host_id);
  return null;
end $$;

create table time_off (
  id uuid primary key,
  host_id uuid not null references users on delete cascade,
  period tstzrange not null
    check (not isempty(period) and lower_inc(period) and not upper_inc(period) and not lower_inf(period) and not upper_inf(period)),
  reason text,
  created_at timestamptz not null default now()
);
create index time_off_period on time_off using gist (host_id, period);
create trigger time_off_version after insert or update or delete on time_off
  for each row execute function count_busy_version();

create table forms (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  slug text not null,
  name text not null,
  description text,
  fields jsonb not null check (jsonb_typeof(fields) = 'array'),
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (workspace_id, slug)
);
create trigger forms_version before update on forms for each row execute function count_version();

create table event_types (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  host_id uuid not null references users,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  name text not null,
  description text,
  duration_minutes integer not null check (duration_minutes between 5 and 720),
  location_type text not null
    check (location_type in ('google_meet', 'microsoft_teams', 'phone', 'in_person', 'custom_link')),
  location_detail text,
  max_future_days integer not null default 60 check (max_future_days between 1 and 730),
  minimum_notice_minutes integer not null default 120 check (minimum_notice_minutes between 0 and 525600),
  slot_interval_minutes integer check (slot_interval_minutes between 5 and 720),
  buffer_before_minutes integer not null default 0 check (buffer_before_minutes between 0 and 720),
  buffer_after_minutes integer not null default 0 check (buffer_after_minutes between 0 and 720),
  limit_per_day integer check (limit_per_day > 0),
  limit_per_week integer check (limit_per_week > 0),
  limit_per_month integer check (limit_per_month > 0),
  requires_approval boolean not null default false,
  form_id uuid references forms,
  require_otp_human boolean not null default true,
  require_otp_agent boolean not null default true,
  require_business_email boolean not null default false,
  block_restricted_email_domains boolean not null default false,
  hidden boolean not null default false,
  schedule_id uuid references schedules on delete set null,
  archived_at timestamptz,
  version bigint not null default 0,
  created_at timestamptz not null default now()
);
create unique index event_types_address on event_types (workspace_id, host_id, slug) where archived_at is null;
create trigger event_types_version before update on event_types for each row execute function count_version();

-- The booking guarantee: rows exist only while they block, and two of one host can't overlap.
-- A hold is firm until firm_until, then yields to any other right code; it goes with its own.
create table claims (
  host_id uuid not null references users,
  booking_id uuid not null,
  kind text not null check (kind in ('hold', 'booking')),
  period tstzrange not null
    check (not isempty(period) and lower_inc(period) and not upper_inc(period) and not lower_inf(period) and not upper_inf(period)),
  before_ms integer not null check (before_ms >= 0),
  after_ms integer not null check (after_ms >= 0),
  workspace_id uuid not null references workspaces,
  event_type_id uuid not null references event_types,
  firm_until timestamptz,
  primary key (booking_id, host_id),
  check ((kind = 'hold') = (firm_until is not null)),
  constraint claims_one_meeting_at_a_time exclude using gist (host_id with =, period with &&)
);
create index claims_past on claims (upper(period));
create trigger claims_version after insert or update on claims for each row execute function count_busy_version();
-- Forgetting what is long past changes nothing that anyone reads, and locks no host.
create trigger claims_freed after delete on claims
  for each row when (upper(old.period) > now() - interval '40 days') execute function count_busy_version();

-- A guest's wish to book, proven by a code. Its id becomes the booking's id and names the flow: booking/<id>.
create table challenges (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  event_type_id uuid not null references event_types,
  guest_email citext not null,
  receiving_email citext not null,
  agent_email citext,
  guest_name text,
  status text not null check (status in ('open', 'consumed', 'expired', 'burned', 'undeliverable')),
  verification_required boolean not null,
  -- Codes are derived from id and issue_no, never stored. A new issue kills the code of the one before.
  issue_no integer not null check (issue_no >= 1),
  issued_at timestamptz not null,
  accepted_at timestamptz,
  expires_at timestamptz not null,
  wrong_guesses integer not null default 0,
  client_network text not null,
  source text not null check (source in ('web', 'public_api', 'public_mcp')),
  start_at timestamptz,
  guest_timezone text,
  -- The whole booking, where it was asked for by GET: the confirmUrl then needs the code alone.
  request jsonb,
  confirm_token_hash bytea unique,
  -- Once consumed: the booking that the code made, or found made already.
  booking_id uuid,
  created_at timestamptz not null default now()
);
create unique index challenges_one_open on challenges (event_type_id, guest_email, receiving_email) where status = 'open';
create index challenges_latest on challenges (event_type_id, guest_email, receiving_email, created_at desc);
create index challenges_inbox on challenges (receiving_email) where status = 'open';
create index challenges_due on challenges (expires_at) where status = 'open';
create index challenges_created on challenges (created_at);

create table code_guesses (
  challenge_id uuid not null references challenges on delete cascade,
  issue_no integer not null,
  client_network text not null,
  wrong integer not null,
  primary key (challenge_id, issue_no, client_network)
);

-- Caps on codes are counted from these rows, over all events.
create table code_issues (
  challenge_id uuid not null references challenges on delete cascade,
  issue_no integer not null,
  guest_email citext not null,
  receiving_email citext not null,
  created_at timestamptz not null,
  primary key (challenge_id, issue_no)
);
create index code_issues_guest on code_issues (guest_email, created_at);
create index code_issues_inbox on code_issues (receiving_email, created_at);

create table bookings (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  event_type_id uuid not null references event_types,
  host_id uuid not null references users,
  status text not null
    check (status in ('pending_confirmation', 'confirmed', 'canceled', 'rescheduled', 'no_show', 'completed')),
  start_at timestamptz not null,
  end_at timestamptz not null check (end_at > start_at),
  guest_email citext not null,
  guest_name text,
  guest_timezone text not null,
  agent_email citext,
  location_type text not null,
  location_detail text,
  join_url text,
  source text not null
    check (source in ('web', 'public_api', 'public_mcp', 'host_api', 'host_mcp', 'dashboard')),
  host_notes text,
  cancel_reason text,
  -- Pending bookings end by themselves at this instant.
  decide_by timestamptz check ((status = 'pending_confirmation') = (decide_by is not null)),
  -- Counts changes; each has a row in booking_changes.
  revision integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bookings_workspace on bookings (workspace_id, start_at);
create index bookings_host on bookings (host_id, start_at);
create index bookings_guest on bookings (guest_email, event_type_id, start_at);
create index bookings_due on bookings (end_at) where status in ('confirmed', 'rescheduled');
create index bookings_undecided on bookings (decide_by) where status = 'pending_confirmation';

-- What happened to a booking, in order. The flow announces each by mail, then sets announced_at.
create table booking_changes (
  booking_id uuid not null references bookings on delete cascade,
  revision integer not null,
  kind text not null
    check (kind in ('requested', 'confirmed', 'approved', 'rescheduled', 'canceled', 'declined', 'expired', 'completed')),
  actor text not null check (actor in ('guest', 'host', 'system', 'not_me')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  previous_start_at timestamptz,
  reason text,
  created_at timestamptz not null,
  announced_at timestamptz,
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
  unique (booking_id, key)
);

create table booking_guests (
  booking_id uuid not null references bookings on delete cascade,
  position smallint not null,
  email citext not null,
  primary key (booking_id, position)
);

-- Links in mails. Tokens are derived, 32 bytes; here only their sha256.
create table booking_tokens (
  token_hash bytea primary key,
  booking_id uuid not null references bookings on delete cascade,
  purpose text not null check (purpose in ('manage', 'decide'))
);
create index booking_tokens_booking on booking_tokens (booking_id);

-- What a flow was asked to do. The API writes the request, the flow's activity the outcome, with its effect.
create table attempts (
  id uuid primary key,
  booking_id uuid not null,
  kind text not null check (kind in ('confirm', 'reschedule', 'cancel', 'decide')),
  request_hash bytea not null,
  request jsonb not null,
  outcome jsonb,
  refused boolean not null default false,
  created_at timestamptz not null default now()
);
-- The same request finds its attempt again; a refusal is never pinned.
create unique index attempts_request on attempts (booking_id, kind, request_hash) where not refused;
create index attempts_booking on attempts (booking_id, created_at);
create index attempts_created on attempts (created_at);

create table idempotency_records (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  booking_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_records_created on idempotency_records (created_at);

create table activity_log (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  booking_id uuid,
  actor text not null,
  source text not null,
  action text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index activity_log_workspace on activity_log (workspace_id, created_at desc);
create index activity_log_booking on activity_log (booking_id);
