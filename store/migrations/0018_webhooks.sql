-- Webhooks of workspaces.

create table webhook_endpoints (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  -- May hold secrets in its query: never logged.
  url text not null check (length(url) <= 2000),
  description text not null default '',
  -- Null: all.
  event_types text[] check (cardinality(event_types) > 0),
  payload text not null check (payload in ('full', 'thin')),
  secret bytea not null,
  secret_key text not null,
  -- Signs as well until previous_until, so that receivers can switch to the new secret.
  previous_secret bytea,
  previous_secret_key text,
  previous_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('by_hand', 'gone', 'failing', 'access_stopped')),
  -- Failed attempts since the last success, the time of the first one, and the earliest time of the next attempt.
  failures integer not null default 0,
  failing_since timestamptz,
  probe_at timestamptz not null default '-infinity',
  last_success_at timestamptz,
  made_by uuid references users on delete set null,
  -- The duration of the last answer: slow endpoints get one delivery at a time.
  last_ms integer,
  -- The time at which access that set it was last stopped: older secrets are known to a stranger, and older settings no longer
  -- disable it.
  stopped_at timestamptz not null default '-infinity',
  -- The host of the URL: concurrent deliveries are limited per workspace and per host.
  host text not null,
  -- The time since which a due delivery waits for capacity of its workspace or host; null: none waits.
  waiting_since timestamptz,
  -- No key of a worker decrypts the secret: one delivery tries again at this time; null: it is readable. This is the operator's fault
  -- and counts as no failure of the receiver.
  secret_retry_at timestamptz,
  version bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  constraint webhook_endpoints_disabled_has_reason check ((disabled_at is null) = (disabled_reason is null)),
  constraint webhook_endpoints_failures_have_start check ((failures = 0) = (failing_since is null)),
  constraint webhook_endpoints_previous_secret check (num_nulls(previous_secret, previous_secret_key, previous_until) in (0, 3))
);
create index webhook_endpoints_old_secrets on webhook_endpoints (previous_until) where previous_until is not null;
create index webhook_endpoints_workspace on webhook_endpoints (workspace_id, created_at desc, id desc);
create index webhook_endpoints_waiting on webhook_endpoints (waiting_since) where waiting_since is not null;
create index webhook_endpoints_lately on webhook_endpoints (last_success_at) where last_success_at is not null;
create index webhook_endpoints_secret_retry on webhook_endpoints (secret_retry_at) where secret_retry_at is not null;
create index webhook_endpoints_failing on webhook_endpoints (failing_since) where failing_since is not null;
create index webhook_endpoints_disabled on webhook_endpoints (disabled_at) where disabled_at is not null;
-- The results of deliveries are no change of the settings.
create trigger webhook_endpoints_version before update of url, description, event_types, payload, secret, disabled_at on webhook_endpoints
  for each row
  execute function count_version();

-- The person or key that set a setting of a webhook: the webhook is disabled when their access is stopped.
create table webhook_setters (
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  setting text not null check (setting in ('url', 'payload', 'secret')),
  -- Null: unknown, or deleted.
  user_id uuid references users on delete set null,
  -- Null: a signed-in person. No foreign key: a deleted key counts as ended.
  key_id uuid,
  set_at timestamptz not null default clock_timestamp(),
  primary key (endpoint_id, setting)
);
create index webhook_setters_key on webhook_setters (key_id) where key_id is not null;
create index webhook_setters_user on webhook_setters (user_id);

-- Events: ids, states and times, without names and addresses.
create table webhook_events (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  type text not null,
  -- Events of one subject keep their order.
  subject_id uuid not null,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);
create index webhook_events_created on webhook_events (created_at);
create index webhook_events_heard on webhook_events (workspace_id, created_at, id);

create table webhook_deliveries (
  id uuid primary key,
  -- The order of commits within a subject.
  seq bigint not null generated always as identity,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event_id uuid not null references webhook_events on delete cascade,
  -- Copied from the event, so that lists by type read an index.
  event_type text not null,
  workspace_id uuid not null references workspaces on delete cascade,
  subject_id uuid not null,
  -- pending: waits for next_at and capacity. sending: its flow runs.
  state text not null default 'pending' check (state in ('pending', 'sending', 'delivered', 'given_up')),
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  next_at timestamptz not null default clock_timestamp(),
  sending_since timestamptz,
  last_at timestamptz,
  last_ms integer,
  last_status integer,
  -- The reason why there was no answer.
  last_failure text,
  -- The start of the answer's text.
  last_answer text,
  ended_at timestamptz,
  -- Set when a guest of the booking is deleted: answers to older attempts are not kept.
  forgotten_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint webhook_deliveries_sending_has_time check ((state = 'sending') = (sending_since is not null)),
  constraint webhook_deliveries_end_has_time check ((state in ('delivered', 'given_up')) = (ended_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at, seq) where state = 'pending';
create index webhook_deliveries_open on webhook_deliveries (endpoint_id, subject_id, seq) where state in ('pending', 'sending');
create index webhook_deliveries_sending on webhook_deliveries (endpoint_id, sending_since) where state = 'sending';
create index webhook_deliveries_listed on webhook_deliveries (workspace_id, created_at desc, id desc);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_answers on webhook_deliveries (subject_id) where last_answer is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);
-- Lists by type, by state, or by both. A filter that is left out reads the index once per value.
create index webhook_deliveries_by_type on webhook_deliveries (workspace_id, event_type, state, created_at desc, id desc);
create index webhook_deliveries_by_type_of_endpoint on webhook_deliveries (endpoint_id, event_type, state, created_at desc, id desc);
create index webhook_deliveries_given_up on webhook_deliveries (ended_at) where state = 'given_up';

-- The time until which `holdfast listen` reads a workspace's events: they are written even if no endpoint wants them.
create table webhook_listeners (
  workspace_id uuid primary key references workspaces on delete cascade,
  until timestamptz not null
);
create index webhook_listeners_until on webhook_listeners (until);
