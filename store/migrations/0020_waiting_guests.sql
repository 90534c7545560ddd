-- Mails to further guests, as decision 0110 counts and delays them. Constant defaults and nullable columns: no table is scanned or rewritten.

-- The guest proved the address by a code: of their further guests, each workspace counts its own by network.
alter table uninvited_mails add column guest_proved boolean not null default false;

-- Whether the further guests get no mail of this change; null: as `bookings.guests_wait` says (a row of an older build).
alter table booking_changes add column guests_wait boolean;

-- The key that sent the invitation by which this member joined; null: a signed-in person, or none.
alter table memberships add column invited_by_key_id uuid references api_keys on delete set null;
create index memberships_of_keys on memberships (invited_by_key_id) where invited_by_key_id is not null;
