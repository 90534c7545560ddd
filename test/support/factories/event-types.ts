import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { TestTeam } from './keys.ts';

/** An event type of a member of a test team, by a row; a slug that no other has. */
export async function makeEventType(
  sql: Sql,
  { workspaceId }: Pick<TestTeam, 'workspaceId'>,
  hostId: string,
): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into event_types (id, workspace_id, host_id, slug, name, duration_minutes, location_type)
    values (${id}, ${workspaceId}, ${hostId}, ${`event-${id}`}, 'Sample', 30, 'phone')`;
  return id;
}
