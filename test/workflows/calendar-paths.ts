import { expect } from 'vitest';
import { createFlowClient } from '../../api/flows/flow-client.ts';
import type { SyncEnd } from '../../domain/calendars/sync-state.ts';
import type { CalendarProvider } from '../../outbound/calendars/provider.ts';
import type { GoogleStandIn } from '../../stand-ins/google/stand-in.ts';
import type { MicrosoftStandIn } from '../../stand-ins/microsoft/stand-in.ts';
import { type ConnectionRow, disconnect } from '../../store/calendars/connections.ts';
import { type FlowSignal, flowId } from '../../workflows/catalogue.ts';
import { connectAccount, mirrorOf, type Providers } from '../support/factories/calendars.ts';
import { eventually } from '../support/factories/meeting.ts';
import type { Stack } from '../support/stack/stack.ts';

/** A stack, and the providers that its calendars are at. */
export interface CalendarWorld {
  readonly stack: Stack;
  readonly google: GoogleStandIn;
  readonly microsoft: MicrosoftStandIn;
  readonly providers: Providers;
  /** Connections whose adapter fails as a bug of ours does. */
  readonly broken: Set<string>;
}

/** The same provider; its calls for some connections fail in a way that no adapter should. */
export const breakable = (provider: CalendarProvider, broken: ReadonlySet<string>): CalendarProvider => ({
  ...provider,
  account: (accessToken, mailbox) => {
    if (broken.has(mailbox ?? '')) throw new TypeError('a fault of ours');
    return provider.account(accessToken, mailbox);
  },
});

export const signal = (stack: Stack, id: string, name: FlowSignal<'calendarSync'>): void => {
  const log = { warn: (_: unknown, message: string) => process.stderr.write(`${message}\n`) };
  const parts = { client: async () => stack.client, taskQueue: stack.taskQueue, log: log as never };
  createFlowClient(parts).signal('calendarSync', { id, workspaceId: null }, name);
};

/** Connects an account, as the consent page does, and starts its flow. */
export async function connect(
  { stack, google, microsoft, providers }: CalendarWorld,
  provider: 'google' | 'microsoft',
  email: string,
): Promise<ConnectionRow> {
  const tokens = (provider === 'google' ? google : microsoft).grant(email);
  const connection = await connectAccount(
    { sql: stack.sql, secrets: stack.secrets, providers },
    { provider, email, tokens },
  );
  signal(stack, connection.id, 'push');
  return connection;
}

export const leave = async ({ stack }: CalendarWorld, { id, userId }: ConnectionRow): Promise<string> => {
  await disconnect(stack.sql, { connectionId: id, userId });
  signal(stack, id, 'disconnect');
  return flowId('calendarSync', id);
};

/** Waits until a connection was read to its end, and has its channels. */
export const settled = ({ stack }: CalendarWorld, { id }: ConnectionRow) =>
  eventually('the first reading', async () => {
    const [row] = await stack.sql<{ isDone: boolean }[]>`
      select synced_at is not null and changed_at <= seen_at and channels_at > now()
        and next_sync_at > now() + interval '10 seconds' as "isDone" from calendar_connections where id = ${id}`;
    return row?.isDone;
  });

/**
 * Waits until a connection was read once, and has its channels. Unlike {@link settled}, changes of a test beside, in the same calendar, may
 * still be unread: they kept that waiting for more than 10 s on a busy machine.
 */
export const firstRead = ({ stack }: CalendarWorld, { id }: ConnectionRow) =>
  eventually('the first reading', async () => {
    const [row] = await stack.sql<{ isDone: boolean }[]>`
      select synced_at is not null and channels_at > now() as "isDone" from calendar_connections where id = ${id}`;
    return row?.isDone;
  });

export const idsIn = async ({ stack }: CalendarWorld, { id }: ConnectionRow): Promise<string[]> =>
  (await mirrorOf(stack.sql, id)).map(({ eventId }) => eventId);

const TOMORROW = (hours: number) => new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + hours * 3_600_000);
const LATER_TITLE = 'Lunch with a rival';

/** Puts an event of tomorrow into the person's own calendar. @returns its id */
export function putEvent({ google, microsoft }: CalendarWorld, { provider, email }: ConnectionRow, hour = 10): string {
  const [start, end] = [TOMORROW(hour).toISOString(), TOMORROW(hour + 1).toISOString()];
  if (provider === 'google')
    return (
      google.hand.put(email, { summary: LATER_TITLE, start: { dateTime: start }, end: { dateTime: end } }).id ?? ''
    );
  const at = (time: string) => ({ dateTime: time.replace('Z', ''), timeZone: 'UTC' });
  const [word] = email.split('@');
  return microsoft.hand.put(`AAMkCal-${word}`, { subject: LATER_TITLE, start: at(start), end: at(end) }).id;
}

interface CalendarPath {
  readonly name: string;
  readonly ends: SyncEnd;
  /** Answers the id of the flow. */
  walk(world: CalendarWorld): Promise<string>;
}

const readAndLeft = async (world: CalendarWorld, provider: 'google' | 'microsoft'): Promise<string> => {
  const connection = await connect(world, provider, 'grace@acme.test');
  await settled(world, connection);
  const id = putEvent(world, connection);
  await expect.poll(() => idsIn(world, connection)).toContain(id);
  return leave(world, connection);
};

/** Every path through the flow of a calendar. Each has a history in test/histories/calendar-sync, by its name. */
export const calendarPaths: readonly CalendarPath[] = [
  { name: 'google-read-and-left', ends: 'disconnected', walk: (world) => readAndLeft(world, 'google') },
  { name: 'microsoft-read-and-left', ends: 'disconnected', walk: (world) => readAndLeft(world, 'microsoft') },
  {
    name: 'access-removed',
    ends: 'reconnect',
    walk: async (world) => {
      const connection = await connect(world, 'google', 'linus@acme.test');
      await settled(world, connection);
      world.google.tokens.forgetPerson('linus@acme.test');
      await world.stack.sql`update calendar_connections set changed_at = clock_timestamp() where id = ${connection.id}`;
      signal(world.stack, connection.id, 'push');
      return flowId('calendarSync', connection.id);
    },
  },
  {
    name: 'a-fault-of-ours-then-left',
    ends: 'disconnected',
    walk: async (world) => {
      const connection = await connect(world, 'google', 'ada@acme.test');
      await settled(world, connection);
      world.broken.add(connection.id);
      await world.stack.sql`update calendar_connections set changed_at = clock_timestamp() where id = ${connection.id}`;
      signal(world.stack, connection.id, 'push');
      const failures = async () =>
        (await world.stack.sql`select failures from calendar_connections where id = ${connection.id}`)[0]?.failures;
      await expect.poll(failures).toBe(1);
      world.broken.delete(connection.id);
      return leave(world, connection);
    },
  },
  {
    name: 'unknown',
    ends: 'unknown connection',
    walk: async ({ stack }) => {
      const id = crypto.randomUUID();
      signal(stack, id, 'nudge');
      return flowId('calendarSync', id);
    },
  },
];

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { calendarSync: calendarPaths };
