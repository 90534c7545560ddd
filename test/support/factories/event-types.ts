import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { TestTeam } from './keys.ts';

/** An event type of a member, as a row with a unique slug. @returns its id */
export async function makeEventType(
  sql: Sql,
  { workspaceId }: Pick<TestTeam, 'workspaceId'>,
  hostId: string,
): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into event_types (id, workspace_id, host_id, slug, name, duration_minutes, location_type, location_detail)
    values (${id}, ${workspaceId}, ${hostId}, ${`event-${id}`}, 'Sample', 30, 'phone', 'Call me')`;
  return id;
}
