import { v7 as uuidv7 } from 'uuid';
import type { CountedFeature } from '../../../schemas/shapes/plan.ts';
import { testSecrets } from '../drivers/guest.ts';
import type { Stack } from '../stack/stack.ts';
import { makeEventType } from './event-types.ts';
import { makeSeat, type TestTeam } from './keys.ts';
import { makeEndpoint } from './webhooks.ts';

type Add = (stack: Pick<Stack, 'sql'>, team: TestTeam) => Promise<unknown>;

/** Adds one of a feature as a row, past all gates. */
export const addOne: Readonly<Record<CountedFeature, Add>> = {
  members: async ({ sql }, { workspaceId }) => {
    const userId = uuidv7();
    await sql`insert into users (id, email, name) values (${userId}, ${`${userId}@host.test`}, 'Further member')`;
    await sql`
      insert into memberships (id, workspace_id, user_id, username, role)
      values (${uuidv7()}, ${workspaceId}, ${userId}, ${`m${userId.slice(-12)}`}, 'member')`;
  },
  eventTypes: ({ sql }, { workspaceId, members }) => makeEventType(sql, { workspaceId }, members.owner.userId),
  teams: ({ sql }, { workspaceId }) => sql`
    insert into teams (id, workspace_id, name, slug, timezone)
    values (${uuidv7()}, ${workspaceId}, 'Further team', ${`t${uuidv7()}`}, 'UTC')`,
  webhooks: ({ sql }, { workspaceId }) => makeEndpoint(sql, testSecrets, { workspaceId }),
  agentSeats: ({ sql }, { workspaceId, members }) => makeSeat(sql, { workspaceId, userId: members.owner.userId }),
};
