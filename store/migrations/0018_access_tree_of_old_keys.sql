-- online: each statement is committed alone (see 0017). What 0016 leaves out, because it reads all keys and invitations.
alter table api_keys validate constraint api_keys_role_cap_check;

create index concurrently if not exists api_keys_parent on api_keys (parent_key_id) where parent_key_id is not null;

create index concurrently if not exists invitations_of_keys on invitations (invited_by_key_id)
  where invited_by_key_id is not null and accepted_at is null and revoked_at is null;

-- For what is still active, the activity log names the key that made it. One look into its index for each row.
-- walk api_keys
update api_keys k set parent_key_id = made.api_key_id from api_keys old cross join lateral (
  select api_key_id from activity_log entry
  where entry.workspace_id = old.workspace_id and coalesce(entry.subject_id, entry.booking_id) = old.id
    and entry.action = 'api_key.created'
  order by entry.created_at desc, entry.id desc limit 1) made
where old.ctid >= $1::tid and old.ctid < $2::tid and k.id = old.id and k.parent_key_id is null and k.origin = 'seat'
  and k.revoked_at is null and made.api_key_id is not null;

-- walk invitations
update invitations i set invited_by_key_id = sent.api_key_id from invitations old cross join lateral (
  select api_key_id from activity_log entry
  where entry.workspace_id = old.workspace_id and coalesce(entry.subject_id, entry.booking_id) = old.id
    and entry.action in ('invitation.created', 'invitation.renewed')
  order by entry.created_at desc, entry.id desc limit 1) sent
where old.ctid >= $1::tid and old.ctid < $2::tid and i.id = old.id and i.invited_by_key_id is null
  and i.accepted_at is null and i.revoked_at is null and sent.api_key_id is not null;
