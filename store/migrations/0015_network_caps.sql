-- Every network that the client is in, from narrow to widest. The table keeps two days.
alter table sign_in_links add column client_networks text[] not null default '{}';
create index sign_in_links_networks on sign_in_links using gin (client_networks);

-- Networks and browsers that have proved an inbox: HMAC of the folded address and the client, so that the table is no list of either.
create table known_clients (
  client_hash bytea primary key,
  proved_at timestamptz not null
);
create index known_clients_proved on known_clients (proved_at);

-- The guest's mail domain, or the folded inbox at a mail provider; null: unknown.
alter table challenges add column mail_domain text;

-- Where a guest's upcoming booking came from (decision 0094). Deleted once the meeting is over.
create table booking_origins (
  booking_id uuid primary key references bookings (id) on delete cascade,
  -- HMACs of the networks around the client.
  networks text[] not null,
  mail_domain text,
  -- A code to the receiving inbox was entered: the guest's, or the agent's.
  inbox_proved boolean not null,
  -- The end of the meeting when it was booked. Later moves only delay the deletion.
  look_at timestamptz not null
);
create index booking_origins_look on booking_origins (look_at);

-- The most upcoming bookings of one host from one network, and of one mail domain; null: the default (domain/booking/upcoming-caps.ts).
alter table workspaces
  add column upcoming_per_network integer,
  add column upcoming_per_mail_domain integer;

-- Bookings of one host beyond a cap. One is open per workspace and host, so that the host gets one mail.
create table booking_floods (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  host_id uuid not null references users (id) on delete cascade,
  networks text[] not null,
  mail_domains text[] not null,
  opened_at timestamptz not null,
  last_at timestamptz not null,
  mailed_at timestamptz,
  closed_at timestamptz,
  -- Who cleared its bookings, and from which surface: the activity log of each cancel has it. null: nobody.
  cleared_by_user_id uuid,
  cleared_by_api_key_id uuid,
  cleared_by_agent_seat_id uuid,
  cleared_source text
);
create unique index booking_floods_open on booking_floods (workspace_id, host_id) where closed_at is null;
create index booking_floods_unmailed on booking_floods (opened_at) where mailed_at is null;
create index booking_floods_closed on booking_floods (closed_at);

-- Set: the host clears this flood, and the booking's flow cancels the booking.
alter table booking_origins add column cleared_flood_id uuid references booking_floods (id) on delete set null;
create index booking_origins_cleared on booking_origins (cleared_flood_id) where cleared_flood_id is not null;

-- Mailed only to a guest who has proved the address by a code.
alter table booking_changes add column quiet boolean not null default false;
