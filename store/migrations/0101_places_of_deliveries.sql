-- Deliveries at once are bounded for each workspace and each host of receivers (decision 0306). The host of url, which code writes from now on.
alter table webhook_endpoints add column host text,
  -- Something is due, and the places of its workspace or host are taken, since then. null: it waits for no place.
  add column held_since timestamptz;
update webhook_endpoints set host = lower(substring(url from '^[A-Za-z]+://([^/?#]+)'));
