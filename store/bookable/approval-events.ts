import { teamSlugOf } from '../../domain/bookable/bookable-event.ts';
import type { Queryable } from '../database.ts';
import type { EventAddress } from './bookable-events.ts';

/** The slugs of a host's or team's events whose host answers each request: public answers do not have it. */
export async function readApprovalSlugs(
  sql: Queryable,
  { workspace, username }: Pick<EventAddress, 'workspace' | 'username'>,
): Promise<readonly string[]> {
  const team = teamSlugOf(username);
  const owner =
    team === null
      ? sql`e.host_id = (select m.user_id from memberships m where m.workspace_id = w.id and m.username = ${username})`
      : sql`e.team_id = (select t.id from teams t where t.workspace_id = w.id and t.slug = ${team} and t.archived_at is null)`;
  const rows = await sql<{ slug: string }[]>`
    select e.slug from workspaces w join event_types e on e.workspace_id = w.id and ${owner}
    where w.slug = ${workspace} and e.requires_approval and e.archived_at is null and not e.hidden`;
  return rows.map(({ slug }) => slug);
}
