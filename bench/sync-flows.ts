/** Connections of the running product and their flows. */
import { type Client, Connection, Client as TemporalClient } from '@temporalio/client';
import type { Sql } from 'postgres';
import { createHost, type TestHost } from '../test/support/drivers/host.ts';
import { connectAccount } from '../test/support/factories/calendars.ts';
import { flowId, flowStart } from '../workflows/catalogue.ts';
import type { Stack } from './stack.ts';
import type { Allowed, BenchStandIn } from './stand-ins.ts';

/** The queue of `npm start`. */
const QUEUE = 'interactive';

export interface ConnectedHost {
  readonly host: TestHost;
  readonly connectionId: string;
}

/** Connects an account to a new host, as the consent page does. Its flow does not run yet. */
export async function connectedHost(
  { sql, secrets }: Stack,
  { provider }: BenchStandIn,
  email: string,
  tokens: Allowed,
): Promise<ConnectedHost> {
  const host = await createHost(sql);
  const account = { provider: provider.name, email, tokens, userId: host.userId };
  const { id } = await connectAccount({ sql, secrets, providers: new Map([[provider.name, provider]]) }, account);
  return { host, connectionId: id };
}

export const temporalOf = async ({ temporalAddress }: Stack): Promise<Client> =>
  new TemporalClient({ connection: await Connection.connect({ address: temporalAddress }) });

export async function startSync(client: Client, connectionId: string): Promise<void> {
  const start = flowStart('calendarSync', { id: connectionId, workspaceId: null }, QUEUE);
  await client.workflow.signalWithStart('calendarSync', { ...start, signal: 'push' });
}

export const syncHandle = (client: Client, connectionId: string) =>
  client.workflow.getHandle(flowId('calendarSync', connectionId));

/** How many of these were read to their end and have their channels. */
export async function countSettled(sql: Sql, ids: readonly string[]): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from calendar_connections where id = any(${[...ids]}::uuid[])
      and synced_at is not null and changed_at <= seen_at and channels_at > now() and next_sync_at > now() + interval '20 seconds'`;
  return row?.count ?? 0;
}

/** Ends flows and connections: what follows is measured without them. */
export async function forget({ sql }: Stack, client: Client, ids: readonly string[]): Promise<void> {
  for (const id of ids) await syncHandle(client, id).terminate('measured');
  await sql`delete from calendar_connections where id = any(${[...ids]}::uuid[])`;
}
