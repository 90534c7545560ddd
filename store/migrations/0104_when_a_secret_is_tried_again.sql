-- No key of a worker opened the secret of this webhook: one delivery tries again then (decision 0313). null: it opened. That is our fault, no
-- failure of the receiver, so it counts nowhere.
alter table webhook_endpoints add column secret_retry_at timestamptz;
