-- Wrong codes of mails by the networks that sent them, so that one who tries many inboxes meets a cap, too (decision 0150).
create table wrong_codes (
  -- HMAC of the name of a network, in base64url.
  network_hash text not null,
  -- Begin of the hour of the clock in which they were sent.
  hour timestamptz not null,
  guesses integer not null,
  primary key (network_hash, hour)
);
create index wrong_codes_hour on wrong_codes (hour);
