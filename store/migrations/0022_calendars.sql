-- Calendars of Google and Microsoft: who connected which, what they block, our own events in them. No title and no attendee of a host's event.

-- One account of a person at a provider. Tokens are sealed (domain/calendars/sealed-token.ts); token_key names the key.
create table calendar_connections (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Where it was made; it belongs to the person and outlives their membership.
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
  -- Counts every change of the tokens: who refreshed with older ones writes nothing.
  token_version bigint not null default 0,
  -- One process at a time refreshes.
  refreshing_until timestamptz,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  consented_at timestamptz not null default now(),
  -- Since when the provider refuses the tokens, and when the person got the mail about it.
  reconnect_since timestamptz,
  reconnect_mailed_at timestamptz,
  -- Until when the provider wants no calls (Retry-After).
  throttled_until timestamptz,
  -- When a push or a choice came last, and the one that the last reading began after: older, and a reading is due.
  changed_at timestamptz not null default now(),
  seen_at timestamptz not null default '-infinity',
  -- When the last reading began: readings because of pushes are a second apart.
  read_at timestamptz,
  -- When its channels are looked at next.
  channels_at timestamptz not null default now(),
  -- When the flow reads without a push, and when it last read every calendar to its end.
  next_sync_at timestamptz not null default now(),
  -- Whether the next reading lists the calendars anew.
  lists_at timestamptz not null default now(),
  failures integer not null default 0,
  synced_at timestamptz,
  -- In words, for the person and operators: why the last sync failed; null: it did not.
  sync_failure text,
  revoked_at timestamptz,
  check ((status = 'revoked') = (revoked_at is not null)),
  check (status = 'revoked' or refresh_token is not null)
);
create unique index calendar_connections_account on calendar_connections (provider, account_id) where status <> 'revoked';
create index calendar_connections_person on calendar_connections (user_id) where status <> 'revoked';
create index calendar_connections_due on calendar_connections (next_sync_at) where status = 'active';
create index calendar_connections_changed on calendar_connections (changed_at) where status = 'active' and changed_at > seen_at;
create index calendar_connections_revoked on calendar_connections (revoked_at) where status = 'revoked';
-- What the sweep looks for.
create index calendar_connections_leaving on calendar_connections (revoked_at) where status = 'revoked' and refresh_token is not null;
create index calendar_connections_unmailed on calendar_connections (reconnect_since)
  where status = 'reconnect_required' and reconnect_mailed_at is null;

-- A calendar of a connection, as its provider lists it.
create table calendars (
  id uuid primary key,
  connection_id uuid not null references calendar_connections on delete cascade,
  user_id uuid not null references users on delete cascade,
  provider_calendar_id text not null,
  name text not null,
  timezone text,
  is_primary boolean not null,
  can_write boolean not null,
  -- The host's choice: its events block time; new bookings are written here.
  blocks boolean not null,
  is_written boolean not null default false,
  -- Microsoft: it makes Teams links. Google: Meet.
  makes_links boolean not null default false,
  -- syncToken or deltaLink of the last page, and the window that it is for; null: read it anew.
  cursor text,
  window_start timestamptz,
  window_end timestamptz,
  -- Counts readings. A reading that has begun: where it goes on after a crash (store/calendars/rounds.ts); null: none runs.
  reading bigint not null default 0,
  round jsonb,
  -- Up to when the mirror is known to be complete.
  synced_at timestamptz,
  -- The provider does not list it any more.
  gone_at timestamptz,
  unique (connection_id, provider_calendar_id)
);
create index calendars_person on calendars (user_id) where blocks;
create unique index calendars_written on calendars (user_id) where is_written;

-- The mirror: times of events that can block. Free ones and our own are not here. `blocks` follows the host's settings.
create table calendar_busy (
  calendar_id uuid not null references calendars on delete cascade,
  -- The provider's id of the event, or of the instance of a series.
  event_id text not null,
  -- The series that it is an instance of; the provider changes a series as a whole.
  series_id text,
  user_id uuid not null references users on delete cascade,
  period tstzrange not null
    check (not isempty(period) and lower_inc(period) and not upper_inc(period) and not lower_inf(period) and not upper_inf(period)),
  availability text not null check (availability in ('busy', 'tentative', 'out_of_office', 'working_elsewhere')),
  response text not null check (response in ('none', 'accepted', 'tentative', 'declined')),
  blocks boolean not null,
  -- The reading that saw it last: a full reading removes what it did not see.
  reading bigint not null,
  primary key (calendar_id, event_id)
);
create index calendar_busy_series on calendar_busy (calendar_id, series_id) where series_id is not null;
create index calendar_busy_times on calendar_busy using gist (user_id, period) where blocks;

-- What a provider sends changes to. A row is there before the provider is asked: a push may come before its answer. The secret is derived
-- where it is needed (domain/secrets.ts); a replaced channel is kept until the provider has closed it, or it runs out.
create table calendar_channels (
  id uuid primary key,
  connection_id uuid not null references calendar_connections on delete cascade,
  -- Google: a channel for each calendar. Microsoft: one for the whole account, so null.
  calendar_id uuid references calendars on delete cascade,
  -- Google: resourceId, which stopping needs. Microsoft: the subscription's id. null: the provider has not answered.
  provider_id text,
  expires_at timestamptz not null,
  -- At half of its life; null: not open yet.
  renew_at timestamptz,
  created_at timestamptz not null default now(),
  replaced_at timestamptz
);
create index calendar_channels_connection on calendar_channels (connection_id);
create index calendar_channels_outdated on calendar_channels (expires_at);

-- The event of a booking in the calendar of one of its hosts. Written by the booking's flow (store/calendars/events.ts).
create table calendar_events (
  booking_id uuid not null references bookings on delete cascade,
  user_id uuid not null references users on delete cascade,
  calendar_id uuid references calendars on delete set null,
  -- Google: made from the booking's id. Microsoft: as it answered. null: not written yet, or its answer was lost.
  event_id text,
  -- due: to be written as the booking is now. detached: the host deleted it and the booking stands; a retry writes it again.
  state text not null check (state in ('due', 'written', 'failed', 'deleted', 'detached')),
  -- When the flow has something to do with it; null: nothing.
  work_at timestamptz default now(),
  -- Counts every change that makes it due: who wrote an older one leaves the row due.
  due_count integer not null default 1,
  -- Failed tries in a row, and since when a due event fails.
  tries integer not null default 0,
  failing_since timestamptz,
  -- A create has begun: the event may be there without an answer.
  begun_at timestamptz,
  -- What we wrote, or what the host made of it and we noted.
  period tstzrange,
  html_link text,
  join_url text,
  -- It was asked to have one.
  wants_link boolean not null default false,
  -- Answers of guests who are its attendees: addresses of those who declined.
  declined text[] not null default '{}',
  -- Why it failed for good.
  failure text,
  -- When the host got the mail about a failure: one until it is written again.
  failure_mailed_at timestamptz,
  -- When its calendar said last that it has changed or is gone: a reason to read it, not proof.
  touched_at timestamptz,
  -- The last reading of its calendar that showed it: one of the whole window that did not means that it is gone.
  seen_reading bigint,
  -- What the host did with it, as a stored attempt; null: nothing is under way.
  attempt_id uuid,
  -- A mail to the host that did not leave yet, and how many there were.
  mail text check (mail in ('failed', 'moved', 'deleted', 'not_followed')),
  mail_count integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (booking_id, user_id)
);
create index calendar_events_calendar on calendar_events (calendar_id, event_id);
-- What a person is shown as not written.
create index calendar_events_unwritten on calendar_events (user_id) where state in ('failed', 'detached');
create index calendar_events_work on calendar_events (work_at) where work_at is not null;

-- link_ready: a Meet or Teams link came after the mails had left.
alter table booking_changes drop constraint booking_changes_kind_check,
  add constraint booking_changes_kind_check check (kind in
    ('requested', 'confirmed', 'approved', 'rescheduled', 'canceled', 'declined', 'expired', 'completed', 'no_show',
     'host_changed', 'link_ready')) not valid;
-- Its mails left before the link was there.
alter table booking_changes add column without_link boolean not null default false;

-- Each person's own rules. No row: the defaults.
create table calendar_settings (
  user_id uuid primary key references users on delete cascade,
  -- null: never chosen, and no calendar was ever connected, so `bookings_only`. The first connection sets `calendar`.
  conflict_source text check (conflict_source in ('calendar', 'bookings_only')),
  tentative text not null default 'busy' check (tentative in ('busy', 'free')),
  declined text not null default 'free' check (declined in ('busy', 'free')),
  host_move text not null default 'follow' check (host_move in ('follow', 'ask', 'ignore')),
  host_delete text not null default 'follow' check (host_delete in ('follow', 'ask', 'ignore')),
  guests_as_attendees boolean not null default false,
  updated_at timestamptz not null default now()
);

-- A link that begins connecting: for one person, once, 15 minutes.
create table calendar_connect_links (
  token_hash bytea primary key,
  id uuid not null unique,
  user_id uuid not null references users on delete cascade,
  workspace_id uuid references workspaces on delete cascade,
  provider text not null check (provider in ('google', 'microsoft')),
  -- What is connected again, and no other account; null: any account.
  reconnects_id uuid references calendar_connections on delete cascade,
  redirect_after text,
  -- The key that made it: revoked, the link is void.
  api_key_id uuid references api_keys on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What it brought.
  connection_id uuid references calendar_connections on delete set null,
  -- Why the last try in the browser brought nothing; the next one may.
  failure text
);
-- Each person's own, newest first.
create index calendar_connect_links_person on calendar_connect_links (user_id, created_at);
create index calendar_connect_links_outdated on calendar_connect_links (expires_at);
