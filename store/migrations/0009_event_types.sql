-- Event types and their forms.

create table forms (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  slug text not null,
  name text not null,
  description text,
  fields jsonb not null check (jsonb_typeof(fields) = 'array'),
  created_at timestamptz not null default now(),
  version bigint not null default 0,
  constraint forms_workspace_id_slug_key unique (workspace_id, slug)
);
create trigger forms_version before update on forms for each row execute function count_version();

create table event_types (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  -- Either a host or a team.
  host_id uuid references users,
  team_id uuid references teams,
  assignment text check (assignment in ('round_robin', 'collective')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  name text not null,
  description text,
  color text check (color ~ '^#[0-9a-f]{6}$'),
  duration_minutes integer not null check (duration_minutes between 5 and 720),
  location_type text not null check (location_type in ('google_meet', 'microsoft_teams', 'phone', 'in_person', 'custom_link')),
  location_detail text,
  max_future_days integer not null default 60 check (max_future_days between 1 and 730),
  minimum_notice_minutes integer not null default 120 check (minimum_notice_minutes between 0 and 525600),
  slot_interval_minutes integer check (slot_interval_minutes between 5 and 720),
  buffer_before_minutes integer not null default 0 check (buffer_before_minutes between 0 and 720),
  buffer_after_minutes integer not null default 0 check (buffer_after_minutes between 0 and 720),
  -- Whether the buffers apply to events in calendars, too.
  buffers_around_calendar_events boolean not null default true,
  limit_per_day integer check (limit_per_day > 0),
  limit_per_week integer check (limit_per_week > 0),
  limit_per_month integer check (limit_per_month > 0),
  requires_approval boolean not null default false,
  -- Whether the host approves again when the guest moves an approved meeting.
  reapprove_on_reschedule boolean not null default true,
  form_id uuid references forms,
  require_otp_human boolean not null default true,
  require_otp_agent boolean not null default true,
  require_business_email boolean not null default false,
  block_restricted_email_domains boolean not null default false,
  hidden boolean not null default false,
  schedule_id uuid references schedules on delete set null,
  reminders jsonb not null default '[]' check (jsonb_typeof(reminders) = 'array'),
  -- Whether hosts get a prep pack.
  prep boolean not null default true,
  prep_template text not null default 'general' check (prep_template in ('sales', 'partnership', 'hiring', 'cs', 'general')),
  -- Minutes before the start at which the hosts get the pack by mail; null: no mail.
  prep_mail_minutes integer default 60 check (prep_mail_minutes between 5 and 10080),
  archived_at timestamptz,
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint event_types_host_or_team check (num_nonnulls(host_id, team_id) = 1),
  constraint event_types_team_has_assignment check ((team_id is null) = (assignment is null))
);
create unique index event_types_address on event_types (workspace_id, host_id, slug) where archived_at is null;
-- A form belongs to one event type.
create unique index event_types_form on event_types (form_id);
create index event_types_workspace on event_types (workspace_id, created_at desc, id desc);
-- Archived event types, too: ending or changing a team affects them.
create index event_types_team_id on event_types (team_id) where team_id is not null;
create unique index event_types_team_address on event_types (team_id, slug) where archived_at is null and team_id is not null;
create index event_types_schedule on event_types (schedule_id) where archived_at is null;
-- Lists of active and of archived event types, in their order.
create index event_types_list_active on event_types (workspace_id, created_at desc, id desc) where archived_at is null;
create index event_types_list_archived on event_types (workspace_id, created_at desc, id desc) where archived_at is not null;
create index event_types_list_host on event_types (host_id, workspace_id) where host_id is not null;
create index event_types_any_schedule on event_types (schedule_id) where schedule_id is not null;
create trigger event_types_version before update on event_types for each row execute function count_version();
