-- Inboxes that had a trial, as hashes of folded addresses: `+tags` and dots are one inbox, and it has one trial.
create table trial_inboxes (
  inbox_hash bytea primary key,
  given_at timestamptz not null default clock_timestamp()
);
