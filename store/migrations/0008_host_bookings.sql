-- Bookings made and changed by their hosts, with a key or a session.
alter table attempts drop constraint attempts_kind_check,
  add constraint attempts_kind_check check (kind in ('confirm', 'reschedule', 'cancel', 'decide', 'open', 'markNoShow'));
-- Who asks: attempts of one side use up nothing of the others'.
alter table attempts add column side text not null generated always as
  (case when request ? 'by' then 'key' when kind = 'decide' then 'host' else 'guest' end) stored;
drop index attempts_booking;
create index attempts_booking on attempts (booking_id, side, created_at);
-- The same wish of the same caller is under way once: twins, and whoever asks again meanwhile, ask the same flow.
create unique index attempts_under_way on attempts (request_hash) where kind = 'open' and outcome is null;

alter table booking_changes drop constraint booking_changes_kind_check,
  add constraint booking_changes_kind_check check (kind in
    ('requested', 'confirmed', 'approved', 'rescheduled', 'canceled', 'declined', 'expired', 'completed', 'no_show',
     'host_changed'));

-- Its guest proved the address by a code to it. All others' mails are counted (decision 0061).
alter table bookings add column guest_proved boolean not null default false;
update bookings b set guest_proved = true from challenges c
  where c.id = b.id and c.verification_required and c.receiving_email = b.guest_email;
create table uninvited_mails (
  workspace_id uuid not null references workspaces on delete cascade,
  email citext not null,
  -- Whether the workspace's own side caused it, or a stranger.
  by_host boolean not null,
  caused_at timestamptz not null
);
create index uninvited_mails_address on uninvited_mails (email, caused_at);
create index uninvited_mails_workspace on uninvited_mails (workspace_id, by_host, caused_at);
create index uninvited_mails_caused on uninvited_mails (caused_at);

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
-- the announcing activity decides by it (activities/booking/booking.ts).
alter table bookings add column test_mode boolean not null default false;
