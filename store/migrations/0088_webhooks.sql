-- Outbound webhooks (decisions 0284 to 0286): where a workspace wants its events, the events, and the deliveries, which are the queue.

create table webhook_endpoints (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  -- May hold secrets in its query: never logged.
  url text not null check (length(url) <= 2000),
  description text not null default '',
  -- null: all.
  event_types text[] check (cardinality(event_types) > 0),
  payload text not null check (payload in ('full', 'thin')),
  secret bytea not null,
  secret_key text not null,
  -- Signs as well until then, so that receivers can change to the new one.
  previous_secret bytea,
  previous_secret_key text,
  previous_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('by_hand', 'gone', 'failing')),
  -- Failed attempts since the last success, since when, and when the next one may be tried.
  failures integer not null default 0,
  failing_since timestamptz,
  probe_at timestamptz not null default '-infinity',
  last_success_at timestamptz,
  made_by uuid references users on delete set null,
  version bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((failures = 0) = (failing_since is null)),
  check (num_nulls(previous_secret, previous_secret_key, previous_until) in (0, 3))
);
create index webhook_endpoints_old_secrets on webhook_endpoints (previous_until) where previous_until is not null;
create index webhook_endpoints_workspace on webhook_endpoints (workspace_id, created_at desc, id desc);
-- How deliveries go is no change of its settings.
create trigger webhook_endpoints_version before update of url, description, event_types, payload, secret, disabled_at on webhook_endpoints
  for each row execute function count_version();

-- What happened: ids, states and times, no name and no address.
create table webhook_events (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  type text not null,
  -- Events of one subject keep their order.
  subject_id uuid not null,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);
create index webhook_events_workspace on webhook_events (workspace_id);
create index webhook_events_created on webhook_events (created_at);

create table webhook_deliveries (
  id uuid primary key,
  -- In the order of the commits of one subject.
  seq bigint not null generated always as identity,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event_id uuid not null references webhook_events on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  subject_id uuid not null,
  -- pending: waits for next_at and its turn. sending: its flow has its turn.
  state text not null default 'pending' check (state in ('pending', 'sending', 'delivered', 'given_up')),
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  next_at timestamptz not null default clock_timestamp(),
  turn_at timestamptz,
  last_at timestamptz,
  last_ms integer,
  last_status integer,
  -- Why there was no answer.
  last_failure text,
  -- The first part of the answer's text.
  last_answer text,
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((state = 'sending') = (turn_at is not null)),
  check ((state in ('delivered', 'given_up')) = (ended_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at, seq) where state = 'pending';
create index webhook_deliveries_open on webhook_deliveries (endpoint_id, subject_id, seq) where state in ('pending', 'sending');
create index webhook_deliveries_sending on webhook_deliveries (endpoint_id, turn_at) where state = 'sending';
create index webhook_deliveries_listed on webhook_deliveries (workspace_id, created_at desc, id desc);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_answers on webhook_deliveries (subject_id) where last_answer is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);
