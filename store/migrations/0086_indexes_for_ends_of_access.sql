-- online: each statement is committed alone (decision 0106). Who takes an address back, leaves or loses a role ends what waits of theirs: invitations that
-- they sent, and devices and agents that they let in and that have not fetched their key. Only those rows are in the indexes: few, so writers pay little.
create index concurrently if not exists invitations_open_of_sender on invitations (invited_by_user_id) where accepted_at is null and revoked_at is null;

create index concurrently if not exists device_sessions_let_in on device_sessions (decided_by_user_id) where status = 'approved';

create index concurrently if not exists native_claims_let_in on native_claims (decided_by_user_id) where status = 'accepted';
