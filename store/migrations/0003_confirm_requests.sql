-- Whole bookings asked for by GET. Each wish has its own confirmUrl: one that somebody else utters for the same guest
-- takes none away.
create table confirm_requests (
  token_hash bytea primary key,
  challenge_id uuid not null references challenges on delete cascade,
  client_network text not null,
  request jsonb not null,
  created_at timestamptz not null
);
create index confirm_requests_challenge on confirm_requests (challenge_id, client_network);

insert into confirm_requests (token_hash, challenge_id, client_network, request, created_at)
  select confirm_token_hash, id, client_network, request, created_at from challenges
  where confirm_token_hash is not null and request is not null;
alter table challenges drop column confirm_token_hash, drop column request;

-- Wrong codes for a guest who has no code out. They count as at a fresh code, so that no answer tells who has asked for one.
create table stray_guesses (
  -- sha256 of event type, guest and inbox
  owner_hash bytea not null,
  client_network text not null,
  wrong integer not null,
  since timestamptz not null,
  primary key (owner_hash, client_network)
);
create index stray_guesses_since on stray_guesses (since);
