-- What a key makes hangs below it: revoking the key ends that, too. Nothing here reads a large table under a lock: 0018 does the rest.

-- The key that made this key; null: a signed-in person made it, or it is older than this column and the log names nobody.
alter table api_keys add column parent_key_id uuid references api_keys on delete set null;
-- A seat's own role: it acts with this or with its creator's role now, whichever allows less. null: the creator's.
alter table api_keys add column role_cap text;
alter table api_keys add constraint api_keys_role_cap_check
  check (role_cap in ('owner', 'admin', 'manager', 'member', 'billing_only')) not valid;

-- The key that sent this invitation; null: a signed-in person.
alter table invitations add column invited_by_key_id uuid references api_keys on delete set null;

-- Bookings made with a test key. When the key is revoked, those that are still to come get `ended_at`, and their flows cancel them.
create table test_bookings (
  booking_id uuid primary key references bookings on delete cascade,
  api_key_id uuid not null references api_keys on delete cascade,
  ended_at timestamptz
);
create index test_bookings_key on test_bookings (api_key_id);
create index test_bookings_ended on test_bookings (ended_at) where ended_at is not null;

-- A trigger, because a removed member's keys are revoked by one as well.
create function end_test_bookings() returns trigger language plpgsql as $$
begin
  update test_bookings t set ended_at = new.revoked_at from bookings b
  where t.api_key_id = new.id and t.ended_at is null and b.id = t.booking_id
    and b.status in ('pending_confirmation', 'confirmed', 'rescheduled') and b.start_at > clock_timestamp();
  return null;
end $$;
create trigger api_keys_test_ended after update of revoked_at on api_keys for each row
  when (new.mode = 'test' and old.revoked_at is null and new.revoked_at is not null)
  execute function end_test_bookings();

-- A guest's move of an approved meeting asks the host again.
alter table event_types add column reapprove_on_reschedule boolean not null default true;
