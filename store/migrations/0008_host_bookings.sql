-- Bookings made and changed by their hosts, with a key or a session.
alter table attempts drop constraint attempts_kind_check,
  add constraint attempts_kind_check check (kind in ('confirm', 'reschedule', 'cancel', 'decide', 'open', 'markNoShow'));
-- The same wish of the same caller is under way once: twins, and whoever asks again meanwhile, ask the same flow.
create unique index attempts_under_way on attempts (request_hash) where kind = 'open' and outcome is null;

alter table booking_changes drop constraint booking_changes_kind_check,
  add constraint booking_changes_kind_check check (kind in
    ('requested', 'confirmed', 'approved', 'rescheduled', 'canceled', 'declined', 'expired', 'completed', 'no_show',
     'host_changed'));

-- Counts every change of a booking, the host's notes included: who waits for news names the version they have.
alter table bookings add column version bigint not null default 1;
create trigger bookings_version before update on bookings for each row execute function count_version();

-- Whoever waits for news of a booking is woken: the payload is the row's id, nothing else.
create function tell_booking() returns trigger language plpgsql as $$
begin
  perform pg_notify('bookings', new.id::text);
  return null;
end $$;
create trigger bookings_told after update on bookings for each row execute function tell_booking();

-- Made with a test key: slots are really claimed, mails are stored and never sent. create_booking sets it from the key's mode;
-- the announcing activity decides by it (activities/booking.ts).
alter table bookings add column test_mode boolean not null default false;
