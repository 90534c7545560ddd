-- Prep packs and lookups of guests' companies.

-- The pack of a booking. Its flow is prep/<booking_id>.
create table prep_packs (
  booking_id uuid primary key references bookings on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'running', 'succeeded', 'failed', 'degraded')),
  -- The last change of the booking that it knows.
  revision integer not null,
  -- Counts requests for a new pack (a move, notes, a refresh). made_version: the one for which the last pack was made.
  inputs_version integer not null default 1,
  made_version integer not null default 0,
  inputs_changed_at timestamptz not null default clock_timestamp(),
  -- The pack, without status and time; null: none yet.
  pack jsonb,
  generated_at timestamptz,
  -- The time of the flow's next step: the mail, or the end of the meeting.
  next_look_at timestamptz,
  -- The meeting ended or was canceled. Deleted twelve months later.
  ended_at timestamptz,
  -- The time at which its first pack was queued; null: it was made for a refresh.
  queued_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint prep_packs_made_version check (made_version <= inputs_version)
);
create index prep_packs_waiting on prep_packs (inputs_changed_at) where made_version < inputs_version and ended_at is null;
create index prep_packs_due on prep_packs (next_look_at) where ended_at is null;
create index prep_packs_ended on prep_packs (ended_at);
create index prep_packs_workspace on prep_packs (workspace_id);
create index prep_packs_unmade on prep_packs (booking_id) where status = 'failed' and ended_at is null;
create index prep_packs_queued on prep_packs (queued_at) where queued_at is not null and next_look_at is null and ended_at is null;

-- Hosts who got the pack of a meeting by mail, by start: a meeting may move away from a start and back.
create table prep_mails (
  booking_id uuid not null references prep_packs on delete cascade,
  host_id uuid not null,
  start_at timestamptz not null,
  mailed_at timestamptz not null default clock_timestamp(),
  primary key (booking_id, host_id, start_at)
);

-- Facts about the guest's company, for one booking.
create table enrichments (
  id uuid primary key,
  booking_id uuid not null unique references prep_packs on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  status text not null
    check (status in ('pending', 'running', 'succeeded', 'degraded', 'failed', 'skipped_no_credits', 'skipped_personal_email',
      'skipped_non_public_domain', 'skipped_off')),
  email_class text check (email_class in ('business', 'free', 'disposable', 'role', 'non_public')),
  domain text,
  -- Counts lookups: a credit is spent once for `enrichment/<booking_id>/<attempt>`.
  attempt integer not null default 1,
  credits_charged integer not null default 0 check (credits_charged >= 0),
  -- The facts that the sources returned; null: none yet.
  facts jsonb,
  -- The facts come from an earlier lookup, because this one failed.
  is_stale boolean not null default false,
  -- The inner objects of the record, such as `companyFacts`.
  parts jsonb,
  error text,
  -- The end of this booking's lookup, whatever it found.
  looked_up_at timestamptz,
  -- The time at which the credit was spent. The workspace does not pay for this domain again within 30 days.
  paid_at timestamptz,
  -- The max age of facts that the next lookup reuses: a day, if a person asked for newer ones.
  fresh_for interval not null default interval '30 days',
  -- The time of the next automatic retry of a lookup that found nothing; null: none. retries: their number since the last request.
  retry_at timestamptz,
  retries integer not null default 0 check (retries >= 0),
  -- The setting that turned the lookup off; null: it is on.
  off_by text check (off_by in ('installation', 'test_key', 'workspace_inactive', 'workspace', 'event_type')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index enrichments_workspace on enrichments (workspace_id, domain, looked_up_at);
-- The domains that a workspace paid for.
create index enrichments_paid on enrichments (workspace_id, domain, paid_at) where paid_at is not null;
create index enrichments_running on enrichments (updated_at) where status = 'running';
create index enrichments_retry on enrichments (retry_at) where retry_at is not null;

-- The last facts about a domain, shared by all workspaces: public sources are asked once a month. Deleted after twelve months.
create table domain_lookups (
  domain text primary key,
  facts jsonb not null,
  looked_up_at timestamptz not null,
  -- The time at which the domain was last found unregistered: older facts may be about another owner.
  gone_at timestamptz
);
create index domain_lookups_age on domain_lookups (looked_up_at);

-- Lookups run one per domain at a time, and not all for one workspace.
create table look_up_leases (
  domain text primary key,
  -- The workspace of the last lookup.
  workspace_id uuid not null references workspaces on delete cascade,
  booking_id uuid not null,
  -- The lease of the running lookup. In the past: none runs.
  leased_until timestamptz not null,
  -- The last answers, if no source returned facts: the domain is not asked again within an hour; else null.
  failed_facts jsonb,
  failed_at timestamptz,
  -- The reasons of the last failures, by source; null: not asked yet, or being asked.
  failures jsonb,
  constraint look_up_leases_failure_has_time check ((failed_facts is null) = (failed_at is null))
);
create index look_up_leases_workspace on look_up_leases (workspace_id, leased_until);
create index look_up_leases_age on look_up_leases (leased_until);

-- The next time at which a registry's server may be asked by any worker. Unlogged: after a crash of PostgreSQL it is empty.
create unlogged table registry_pace (
  server text primary key,
  next_at timestamptz not null
);
