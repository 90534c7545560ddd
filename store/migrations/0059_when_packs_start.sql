-- When many meetings are booked at once, their first packs are started one after the other (decision 0185). null: at once.
alter table prep_packs add column starts_at timestamptz;
