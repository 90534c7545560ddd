-- Mails: the local mailbox, deliveries, caps and refusals.

-- The local mailbox: all mails of local mode, and in production the mails of test keys.
create table local_mails (
  id uuid primary key,
  -- `booking:step:recipient`: a repeated mail is stored once.
  key text not null unique check (length(key) between 1 and 80),
  workspace_id uuid references workspaces on delete cascade,
  recipient citext not null,
  sender text not null,
  subject text not null,
  kind text not null,
  text_body text not null,
  html_body text not null,
  -- [{name, contentType, content}], content as text.
  attachments jsonb not null default '[]',
  -- A mail of a test key, which list_test_mail returns.
  test_mode boolean not null default false,
  booking_id uuid,
  created_at timestamptz not null
);
create index local_mails_by_recipient on local_mails (recipient, created_at desc, id desc);
create index local_mails_by_time on local_mails (created_at desc, id desc);
create index local_mails_by_workspace on local_mails (workspace_id, created_at desc, id desc) where workspace_id is not null;
create index local_mails_of_tests on local_mails (workspace_id, created_at desc, id desc) where test_mode;
create index local_mails_list_recipient on local_mails (workspace_id, recipient, created_at desc, id desc) where test_mode;
create index local_mails_list_booking on local_mails (workspace_id, booking_id, created_at desc, id desc) where test_mode;
-- Finds the mails of a booking whose guest is deleted.
create index local_mails_of_booking on local_mails (split_part(key, ':', 1));

-- Mails that the provider received. No address and no text: the key names the booking and the step.
create table mail_deliveries (
  key text primary key check (length(key) between 1 and 80),
  -- sending: handed over, answer unknown. A retry asks the provider first.
  state text not null check (state in ('sending', 'accepted', 'refused')),
  provider_message_id text,
  -- The reason of a refusal, in one word.
  reason text,
  updated_at timestamptz not null
);
create index mail_deliveries_updated on mail_deliveries (updated_at);

-- The outbox: mails that the flow mail/<id> sends, such as links to sign in with, invitations and notices of new access.
create table outbox_mails (
  id uuid primary key,
  -- activities/mail/outbox-kinds.ts has an entry for each kind.
  kind text not null,
  -- The row that the mail is about: a link, a code, an invitation, a notice, a change of address, a webhook.
  subject_id uuid not null,
  -- null: of no workspace, or the mail outlives it.
  workspace_id uuid references workspaces on delete cascade,
  -- Where no other row keeps the address. Forgotten once the mail left, or none will.
  recipient citext,
  -- The folded address of invitations: their mails to one inbox have a cap, over all workspaces.
  inbox text,
  -- What no other row says. Never a code, a token or a link.
  facts jsonb,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  outcome text check (outcome in ('mailed', 'undeliverable', 'late', 'left_out', 'gone')),
  check ((settled_at is null) = (outcome is null))
);
create index outbox_mails_waiting on outbox_mails (created_at) where settled_at is null;
create index outbox_mails_waiting_subject on outbox_mails (subject_id) where settled_at is null;
create index outbox_mails_created on outbox_mails (created_at);
create index outbox_mails_inbox on outbox_mails (inbox, created_at) where inbox is not null;
create index outbox_mails_workspace on outbox_mails (workspace_id, kind, created_at) where workspace_id is not null;

-- Mails to people who have not proved their address, for the caps.
create table uninvited_mails (
  workspace_id uuid not null references workspaces on delete cascade,
  -- The folded address (domain/mail/folded-address.ts).
  email citext not null,
  -- Whether the workspace's side caused it, or a stranger.
  by_host boolean not null,
  caused_at timestamptz not null,
  -- To a further guest, not to the guest of the booking.
  further boolean not null default false,
  -- The booker's network, where the guest is unverified.
  client_network text,
  -- The guest proved the address by a code: each workspace counts mails to their further guests by network.
  guest_proved boolean not null default false,
  -- The networks around the call, the key and the account that caused a mail of an unpaid workspace; else null.
  unpaid_networks text[]
);
create index uninvited_mails_address on uninvited_mails (email, caused_at);
create index uninvited_mails_workspace on uninvited_mails (workspace_id, by_host, caused_at);
create index uninvited_mails_caused on uninvited_mails (caused_at);
create index uninvited_mails_network on uninvited_mails (client_network, caused_at) where client_network is not null;
create index uninvited_mails_unpaid_networks on uninvited_mails using gin (unpaid_networks) where unpaid_networks is not null;

-- Mails about moves that wait until the caps of mails to unverified people have room. One row per recipient: of several moves, one
-- mail leaves.
create table waiting_mails (
  booking_id uuid not null references bookings on delete cascade,
  email citext not null,
  -- The last move. Its mails to the other recipients leave as usual.
  revision integer not null,
  -- The time that the recipient knows.
  known_start_at timestamptz not null,
  known_end_at timestamptz not null,
  -- The time of the flow's next check.
  try_at timestamptz not null,
  -- Set when it counts for the caps and is about to leave.
  counted_at timestamptz,
  primary key (booking_id, email)
);
create index waiting_mails_try on waiting_mails (try_at);

-- Addresses that refuse mails from strangers: HMAC of the folded address, so that the table is no list of addresses.
create table refused_addresses (
  address_hash bytea primary key,
  refused_at timestamptz not null default now()
);

-- Addresses that refuse reminders of a workspace. The hash is keyed (domain/mail/recipient-tokens.ts).
create table reminder_refusals (
  workspace_id uuid not null references workspaces on delete cascade,
  address_hash bytea not null check (octet_length(address_hash) = 16),
  created_at timestamptz not null default now(),
  primary key (workspace_id, address_hash)
);
