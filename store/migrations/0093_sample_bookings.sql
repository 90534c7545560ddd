-- online: each statement is committed alone (decision 0106). A booking that a host made with themselves, to see what one is (decision 0292): numbers
-- leave it out, and lists name it.
alter table bookings add column if not exists is_sample boolean not null default false;

-- Those that were made before this column: nothing else books in the dashboard for the host's own address.
-- walk bookings
update bookings b set is_sample = true from users u
where b.ctid >= $1::tid and b.ctid < $2::tid and u.id = b.host_id and b.source = 'dashboard' and b.guest_email = u.email and not b.is_sample;
