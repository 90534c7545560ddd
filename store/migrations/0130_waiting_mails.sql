-- online: it changes two busy tables, so each statement is committed alone and waits for one (decision 0106).
-- Mails of moves that wait for room in the caps of mails to people who have proved nothing (decision 0341). One row for each recipient: of
-- several moves, one mail leaves. The older release refuses such moves and reads none of this.
create table if not exists waiting_mails (
  booking_id uuid not null references bookings on delete cascade,
  email citext not null,
  -- The last move. Its own mails go to the other recipients.
  revision int not null,
  -- The time that the recipient knows.
  known_start_at timestamptz not null,
  known_end_at timestamptz not null,
  -- When the flow checks for room next.
  try_at timestamptz not null,
  -- Counted for the caps, and about to leave.
  counted_at timestamptz,
  primary key (booking_id, email)
);

create index if not exists waiting_mails_try on waiting_mails (try_at);

-- When mails of this change left past a cap.
alter table booking_changes add column if not exists mailed_past_cap_at timestamptz;
