-- Who belongs to a workspace: invitations, leaving with a handover of meetings; what was done; bookings of test keys.

-- Set from the moment that somebody's removal begins: their keys and sessions are refused here and nobody books them, so that it
-- comes to an end; taken back where it stops.
alter table memberships add column leaving_at timestamptz;

-- Set for mails of test mode, which list_test_mail reads: not for the local mailbox's others.
alter table local_mails
  add column test_mode boolean not null default false,
  add column booking_id uuid;
create index local_mails_of_tests on local_mails (workspace_id, created_at desc, id desc) where test_mode;

-- An address that was asked to join. Its link's token is derived from the id where it is mailed; here only its sha256.
create table invitations (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  email citext not null,
  role text not null check (role in ('owner', 'admin', 'manager', 'member', 'billing_only')),
  token_hash bytea not null unique,
  invited_by_user_id uuid references users on delete set null,
  test_mode boolean not null,
  -- Counts mails that were asked for; each has a row in invitation_mails. The link stays the same.
  issue_no integer not null check (issue_no >= 1),
  created_at timestamptz not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by_user_id uuid references users on delete set null,
  revoked_at timestamptz
);
create unique index invitations_one_open on invitations (workspace_id, email)
  where accepted_at is null and revoked_at is null;
create index invitations_list on invitations (workspace_id, created_at desc, id desc)
  where accepted_at is null and revoked_at is null;
create index invitations_outdated on invitations (created_at);

-- Caps on invitations are counted from these rows, over all workspaces; one without mailed_at waits for its flow.
create table invitation_mails (
  invitation_id uuid not null references invitations on delete cascade,
  issue_no integer not null,
  workspace_id uuid not null,
  email citext not null,
  -- Stored, never sent: it counts against no address's cap.
  test_mode boolean not null,
  asked_at timestamptz not null,
  mailed_at timestamptz,
  primary key (invitation_id, issue_no)
);
create index invitation_mails_address on invitation_mails (email, asked_at);
create index invitation_mails_workspace on invitation_mails (workspace_id, asked_at);
create index invitation_mails_waiting on invitation_mails (asked_at) where mailed_at is null;

-- A member who leaves, while their upcoming meetings find another host or are canceled: member-removal/<id>.
create table member_removals (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- null: meetings are canceled instead
  to_user_id uuid references users on delete cascade,
  reason text,
  -- Set once every meeting was seen to have room with the new host; none moves before.
  checked_at timestamptz,
  -- running, or how it ended: removed; stopped, with the meetings that stand in the way in `conflicts`
  status text not null check (status in ('running', 'removed', 'stopped')),
  moved integer not null default 0,
  canceled integer not null default 0,
  -- [{bookingId, startAt, reason}]
  conflicts jsonb not null default '[]',
  -- Who asked: {userId, apiKeyId, agentSeatId}, and by which way in.
  acted_by jsonb not null,
  source text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index member_removals_one_running on member_removals (workspace_id, user_id) where status = 'running';
create index member_removals_latest on member_removals (workspace_id, user_id, created_at desc);
create index member_removals_running on member_removals (created_at) where status = 'running';
create index member_removals_outdated on member_removals (created_at);

-- A meeting may change a host; the mails of that change name the one before and the new one.
alter table booking_changes
  add column previous_host_id uuid references users,
  add column new_host_id uuid references users;

-- list_activity: of one thing.
create index activity_log_subject on activity_log (workspace_id, (coalesce(subject_id, booking_id)), created_at desc, id desc);
