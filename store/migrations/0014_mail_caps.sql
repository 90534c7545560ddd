-- Mails to people who have proved nothing (decision 0090). The columns that count are of tables which keep a day, or eight days.
-- uninvited_mails.email is the folded address from now on (domain/mail/folded-address.ts).
alter table uninvited_mails
  -- To a further guest, not to the guest of the booking.
  add column further boolean not null default false,
  -- The booker's, for bookings whose guest has proved nothing.
  add column client_network text;
create index uninvited_mails_network on uninvited_mails (client_network, caused_at) where client_network is not null;

-- Codes of a workspace and, of these, of one network. Rows of before do not count.
alter table code_issues add column workspace_id uuid, add column client_network text;
create index code_issues_workspace on code_issues (workspace_id, created_at);

-- The inbox that an invitation counts for.
alter table invitation_mails add column folded_email text;
create index invitation_mails_folded on invitation_mails (folded_email, asked_at);

-- The further guests get no mail until the guest proves the address.
alter table bookings add column guests_wait boolean not null default false;
-- The change is mailed once more, to the further guests only: their mails waited.
alter table booking_changes add column to_waiting_guests boolean not null default false;

-- Addresses that want no more mails from people they do not know: HMAC of the folded address, so that the table is no list of addresses.
create table refused_addresses (
  address_hash bytea primary key,
  refused_at timestamptz not null default now()
);
