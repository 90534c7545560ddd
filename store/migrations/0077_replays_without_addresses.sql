-- The scope of a guest's idempotency key held the guest's address in plain text for eight days, past the deletion of the guest and of the
-- workspace (decision 0263). It is the hash of the same text now; a replay of an earlier request finds its booking still.
update idempotency_records set scope = 'public/' || encode(sha256(convert_to(scope, 'UTF8')), 'hex') where scope like 'public/%/%';
