-- online: each statement is committed alone (decision 0106). An app that a person connects acts by a key without a secret (decision 0181).
alter table api_keys drop constraint if exists api_keys_origin_check,
  add constraint api_keys_origin_check check (origin in ('dashboard', 'device', 'seat', 'native', 'connector')) not valid;

-- The new access that a person is told about.
alter table access_notices drop constraint if exists access_notices_kind_check,
  add constraint access_notices_kind_check check (kind in ('key', 'seat', 'passkey', 'linked_account', 'grant')) not valid;
