-- Mails of packs by host, and what a workspace paid for (decision 0161).

-- Which hosts were mailed the pack of a meeting, at which start of it. It goes with the pack.
create table prep_mails (
  booking_id uuid not null references prep_packs on delete cascade,
  host_id uuid not null,
  start_at timestamptz not null,
  primary key (booking_id, host_id, start_at)
);
insert into prep_mails (booking_id, host_id, start_at)
select p.booking_id, h.id, p.mailed_start_at from prep_packs p join bookings b on b.id = p.booking_id
cross join lateral (select b.host_id as id union select user_id from booking_hosts where booking_id = b.id) h
where p.mailed_start_at is not null and p.ended_at is null;
comment on column prep_packs.mailed_start_at is 'Not read any more: prep_mails has it for each host.';

alter table enrichments
  -- When the credit for these facts was spent. The workspace does not pay for this domain again for thirty days from then.
  add column paid_at timestamptz,
  -- How old facts may be that the next look-up uses: a day, if a person asked for newer ones.
  add column fresh_for interval not null default interval '30 days';
comment on column enrichments.looked_up_at is 'When this booking''s own look-up ended, whatever it found.';
update enrichments set paid_at = looked_up_at where credits_charged > 0 and not is_stale;
