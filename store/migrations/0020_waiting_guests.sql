-- Mails to further guests, as decision 0110 counts and delays them. Constant defaults and nullable columns rewrite no
-- table; the two indexes are of small tables (members, and the codes of two days).

-- The guest proved the address by a code: of their further guests, each workspace counts its own by network.
alter table uninvited_mails add column guest_proved boolean not null default false;

-- Whether the further guests get no mail of this change; null: as `bookings.guests_wait` says (a row of an older build).
alter table booking_changes add column guests_wait boolean;

-- The key that sent the invitation by which this member joined; null: a signed-in person, or none.
alter table memberships add column invited_by_key_id uuid references api_keys on delete set null;
create index memberships_of_keys on memberships (invited_by_key_id) where invited_by_key_id is not null;

-- Of the mail domains of a flood, those whose proved guests alone were too many: only there does the clearing take their bookings.
alter table booking_floods add column proved_mail_domains text[] not null default '{}';

-- The inbox without tags and provider dots, by which its codes are counted; null: a row of an older build. The table keeps two days.
alter table code_issues add column receiving_folded text;
create index code_issues_folded on code_issues (receiving_folded, created_at);
