-- Prep packs for hosts, look-ups of guests' companies, and their settings (decision 0152).
alter table event_types
  add column prep boolean not null default true,
  add column prep_template text not null default 'general'
    check (prep_template in ('sales', 'partnership', 'hiring', 'cs', 'general')),
  -- Minutes before the start at which the hosts get the pack by mail; null: no mail.
  add column prep_mail_minutes integer default 60 check (prep_mail_minutes between 5 and 10080);
update event_types set prep_mail_minutes = null where hidden;

-- false: no guest's company is ever looked up for this workspace.
alter table workspaces add column prep_lookups boolean not null default true;

-- The pack of a booking. Its flow is prep/<booking_id>.
create table prep_packs (
  booking_id uuid primary key references bookings on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'running', 'succeeded', 'failed', 'degraded')),
  -- The last change of the booking that it knows of: an announcement that is repeated asks for nothing new.
  revision integer not null,
  -- Counts what asked for a new pack (a move, notes, a refresh), and which of these the last pack was made for.
  inputs_version integer not null default 1,
  made_version integer not null default 0,
  inputs_changed_at timestamptz not null default clock_timestamp(),
  -- As it was made, without status and time; null: none yet.
  pack jsonb,
  generated_at timestamptz,
  -- The start of which the hosts were mailed, last.
  mailed_start_at timestamptz,
  -- When its flow does something by time: the mail, or the end of the meeting.
  next_look_at timestamptz,
  -- The meeting is over or canceled. Kept for twelve months from then.
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check (made_version <= inputs_version)
);
create index prep_packs_waiting on prep_packs (inputs_changed_at) where made_version < inputs_version and ended_at is null;
create index prep_packs_due on prep_packs (next_look_at) where ended_at is null;
create index prep_packs_ended on prep_packs (ended_at);
create index prep_packs_workspace on prep_packs (workspace_id);

-- What was found about the guest's company, for one booking.
create table enrichments (
  id uuid primary key,
  booking_id uuid not null unique references prep_packs on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  status text not null check (status in ('pending', 'running', 'succeeded', 'degraded', 'failed',
    'skipped_no_credits', 'skipped_personal_email', 'skipped_off')),
  email_class text check (email_class in ('business', 'free', 'disposable', 'role')),
  domain text,
  -- Which look-up this is: a credit is spent for `enrichment/<booking_id>/<attempt>`, once.
  attempt integer not null default 1,
  credits_charged integer not null default 0 check (credits_charged between 0 and 1),
  -- What the sources found; null: nothing yet.
  facts jsonb,
  -- The facts are of an earlier look-up, because this one failed.
  is_stale boolean not null default false,
  -- The inner objects of the record, of which `companyFacts` is one.
  parts jsonb,
  error text,
  looked_up_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index enrichments_workspace on enrichments (workspace_id, domain, looked_up_at);

-- The last facts about a domain, of any workspace: what is public is asked for once a month. Kept for twelve months.
create table domain_lookups (
  domain text primary key,
  facts jsonb not null,
  looked_up_at timestamptz not null
);
create index domain_lookups_age on domain_lookups (looked_up_at);
