-- Calendars of Google and Microsoft.

-- A person's account at a calendar provider. Tokens are encrypted (domain/sealed-token.ts); token_key names the key.
create table calendar_connections (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The workspace in which it was made. It belongs to the person and outlives the membership.
  workspace_id uuid references workspaces on delete set null,
  provider text not null check (provider in ('google', 'microsoft')),
  -- Google: `sub`. Microsoft: `{tid}.{oid}`.
  account_id text not null,
  email citext not null,
  status text not null check (status in ('active', 'reconnect_required', 'revoked')),
  refresh_token bytea,
  access_token bytea,
  access_expires_at timestamptz,
  token_key text,
  -- Counts changes of the tokens: a refresh that began with older tokens writes nothing.
  token_version bigint not null default 0,
  -- One process refreshes at a time.
  refreshing_until timestamptz,
  scopes text[] not null,
  consented_at timestamptz not null default now(),
  -- The time since which the provider refuses the tokens, and the time of the mail about it.
  reconnect_since timestamptz,
  reconnect_mailed_at timestamptz,
  -- The provider's Retry-After.
  throttled_until timestamptz,
  -- The last push or choice, and the one before which the last reading began. A reading is due while seen_at is older.
  changed_at timestamptz not null default now(),
  seen_at timestamptz not null default '-infinity',
  -- The start of the last reading. Readings after pushes are a second apart.
  read_at timestamptz,
  -- The time of the next check of the channels.
  channels_at timestamptz not null default now(),
  -- The time of the next reading without a push.
  next_sync_at timestamptz not null default now(),
  -- A reading after this time lists the calendars again.
  lists_at timestamptz not null default now(),
  failures integer not null default 0,
  -- The time at which the flow last read all calendars completely.
  synced_at timestamptz,
  -- The reason of the last failure, in words for the person and operators; null: the last sync succeeded.
  sync_failure text,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  constraint calendar_connections_revoked_has_time check ((status = 'revoked') = (revoked_at is not null)),
  constraint calendar_connections_has_token check (status = 'revoked' or refresh_token is not null)
);
create unique index calendar_connections_account on calendar_connections (provider, account_id) where status <> 'revoked';
create index calendar_connections_person on calendar_connections (user_id) where status <> 'revoked';
create index calendar_connections_due on calendar_connections (next_sync_at) where status = 'active';
create index calendar_connections_changed on calendar_connections (changed_at) where status = 'active' and changed_at > seen_at;
create index calendar_connections_revoked on calendar_connections (revoked_at) where status = 'revoked';
create index calendar_connections_leaving on calendar_connections (revoked_at) where status = 'revoked' and refresh_token is not null;
create index calendar_connections_unmailed on calendar_connections (reconnect_since)
  where status = 'reconnect_required' and reconnect_mailed_at is null;
create index calendar_connections_workspace on calendar_connections (workspace_id) where workspace_id is not null;

-- A calendar of a connection, as the provider lists it.
create table calendars (
  id uuid primary key,
  connection_id uuid not null references calendar_connections on delete cascade,
  user_id uuid not null references users on delete cascade,
  provider_calendar_id text not null,
  name text not null,
  timezone text,
  is_primary boolean not null,
  can_write boolean not null,
  -- The host's choice: its events block time. is_written: new bookings are written here.
  blocks boolean not null,
  is_written boolean not null default false,
  -- Microsoft: it makes Teams links. Google: Meet.
  makes_links boolean not null default false,
  -- syncToken or deltaLink of the last page, and its window; null: read the window from its start.
  cursor text,
  window_start timestamptz,
  window_end timestamptz,
  -- Counts readings. round: where a started reading continues after a crash (store/calendars/rounds.ts); null: none runs.
  reading bigint not null default 0,
  round jsonb,
  -- The mirror is complete up to this time.
  synced_at timestamptz,
  -- Set when the provider no longer lists it.
  gone_at timestamptz,
  constraint calendars_connection_id_provider_calendar_id_key unique (connection_id, provider_calendar_id)
);
create index calendars_person on calendars (user_id) where blocks;
create unique index calendars_written on calendars (user_id) where is_written;

-- The mirror: events that can block time, without free ones and those of our bookings. `blocks` follows the host's settings.
create table calendar_busy (
  calendar_id uuid not null references calendars on delete cascade,
  -- The provider's id of the event, or of the instance of a series.
  event_id text not null,
  -- The series of an instance. The provider changes a series as a whole.
  series_id text,
  user_id uuid not null references users on delete cascade,
  period tstzrange not null
    check (not isempty(period) and lower_inc(period) and not upper_inc(period) and not lower_inf(period) and not
      upper_inf(period)),
  availability text not null check (availability in ('busy', 'tentative', 'out_of_office', 'working_elsewhere')),
  response text not null check (response in ('none', 'accepted', 'tentative', 'declined')),
  blocks boolean not null,
  -- The reading that saw it last: a full reading deletes what it did not see.
  reading bigint not null,
  primary key (calendar_id, event_id)
);
create index calendar_busy_series on calendar_busy (calendar_id, series_id) where series_id is not null;
create index calendar_busy_times on calendar_busy using gist (user_id, period) where blocks;

-- A push channel. The row exists before the provider is asked, because a push may come before its answer. A replaced channel is kept
-- until the provider closed it or it expired.
create table calendar_channels (
  id uuid primary key,
  connection_id uuid not null references calendar_connections on delete cascade,
  -- Google: one channel per calendar. Microsoft: one per account, so null.
  calendar_id uuid references calendars on delete cascade,
  -- Google: resourceId, needed to stop it. Microsoft: the subscription's id. null: the provider has not answered.
  provider_id text,
  expires_at timestamptz not null,
  -- Half of its life; null: not open yet.
  renew_at timestamptz,
  replaced_at timestamptz,
  created_at timestamptz not null default now()
);
create index calendar_channels_connection on calendar_channels (connection_id);
create index calendar_channels_outdated on calendar_channels (expires_at);

-- The event of a booking in a host's calendar, written by the booking's flow (store/calendars/events.ts).
create table calendar_events (
  booking_id uuid not null references bookings on delete cascade,
  user_id uuid not null references users on delete cascade,
  calendar_id uuid references calendars on delete set null,
  -- Google: derived from the booking's id. Microsoft: from its answer. null: not written, or the answer was lost.
  event_id text,
  -- due: write the booking as it is now. detached: the host deleted the event and the booking stands; a retry writes it again.
  state text not null check (state in ('due', 'written', 'failed', 'deleted', 'detached')),
  -- The time of the flow's next work on it; null: none.
  work_at timestamptz default now(),
  -- Counts changes that make it due: a write of an older one leaves it due.
  due_count integer not null default 1,
  -- Consecutive failures, and the time since which a due event fails.
  tries integer not null default 0,
  failing_since timestamptz,
  -- Set when a create has started: the event may exist without an answer.
  begun_at timestamptz,
  -- The time that was written, or that the host changed and we accepted.
  period tstzrange,
  html_link text,
  join_url text,
  -- Whether a meeting link was requested.
  wants_link boolean not null default false,
  -- The guests among its attendees who declined.
  declined text[] not null default '{}',
  -- The reason of the final failure.
  failure text,
  -- The time of the mail to the host about the failure: one until it is written again.
  failure_mailed_at timestamptz,
  -- The calendar reported a change or deletion: a reason to read it, not a proof.
  touched_at timestamptz,
  -- The last reading of the calendar that showed it. A later full reading without it means that it was deleted.
  seen_reading bigint,
  -- The attempt that carries out the host's change; null: none.
  attempt_id uuid,
  -- A mail to the host that has not left, and the number of such mails.
  mail text check (mail in ('failed', 'moved', 'deleted', 'not_followed')),
  mail_count integer not null default 0,
  -- Whether a mail brought the host a calendar file of the booking: later mails then bring one, too.
  has_file boolean not null default true,
  updated_at timestamptz not null default now(),
  primary key (booking_id, user_id)
);
create index calendar_events_calendar on calendar_events (calendar_id, event_id);
-- Events that the person's page shows as not written.
create index calendar_events_unwritten on calendar_events (user_id) where state in ('failed', 'detached');
create index calendar_events_work on calendar_events (work_at) where work_at is not null;

-- A person's own rules. Without a row, the defaults apply.
create table calendar_settings (
  user_id uuid primary key references users on delete cascade,
  -- Null: never chosen, so `bookings_only`. The first connection sets `calendar`.
  conflict_source text check (conflict_source in ('calendar', 'bookings_only')),
  tentative text not null default 'busy' check (tentative in ('busy', 'free')),
  declined text not null default 'free' check (declined in ('busy', 'free')),
  host_move text not null default 'follow' check (host_move in ('follow', 'ask', 'ignore')),
  host_delete text not null default 'follow' check (host_delete in ('follow', 'ask', 'ignore')),
  guests_as_attendees boolean not null default false,
  -- Whether events block in which the host works at another place.
  working_elsewhere text not null default 'free' check (working_elsewhere in ('busy', 'free')),
  updated_at timestamptz not null default now()
);

-- A link that starts a connection: for one person, once, within 15 minutes.
create table calendar_connect_links (
  token_hash bytea primary key,
  id uuid not null unique,
  user_id uuid not null references users on delete cascade,
  workspace_id uuid references workspaces on delete cascade,
  provider text not null check (provider in ('google', 'microsoft')),
  -- The connection to renew; null: any account.
  reconnects_id uuid references calendar_connections on delete cascade,
  redirect_after text,
  -- The key that made it. Once the key is revoked, the link is invalid.
  api_key_id uuid references api_keys on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The connection that it made.
  connection_id uuid references calendar_connections on delete set null,
  -- The reason of the last failure in the browser. Another try may succeed.
  failure text,
  -- The agent that made it; null: none. The link ends when the person stops the agent.
  agent_principal_id uuid references agent_principals on delete cascade,
  created_at timestamptz not null default now()
);
-- A person's links, newest first.
create index calendar_connect_links_person on calendar_connect_links (user_id, created_at);
create index calendar_connect_links_outdated on calendar_connect_links (expires_at);
create index calendar_connect_links_of_agents on calendar_connect_links (agent_principal_id) where agent_principal_id is not null;
create index calendar_connect_links_key on calendar_connect_links (api_key_id) where api_key_id is not null;
create index calendar_connect_links_workspace on calendar_connect_links (workspace_id) where workspace_id is not null;
