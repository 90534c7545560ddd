-- online: everybody reads memberships, so this does not run in the transaction of 0120. Closes the door for former owners whose removal by a
-- take-over has stopped before this release, or still runs (decision 0330). Of several removals, the latest counts.
update memberships m set stays_closed = true, leaving_at = coalesce(m.leaving_at, clock_timestamp())
from workspace_claims c
where c.status = 'accepted' and c.workspace_id = m.workspace_id and c.requested_by_user_id = m.user_id and m.role = 'member'
  and m.created_at < c.created_at and not m.stays_closed
  and (select r.status from member_removals r where r.workspace_id = m.workspace_id and r.user_id = m.user_id and r.to_user_id = c.decided_by_user_id
    order by r.created_at desc, r.id desc limit 1) in ('stopped', 'running');
