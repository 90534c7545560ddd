import { afterAll, beforeAll, expect } from 'vitest';
import { isPackUnderWay, readPack } from '../../../store/prep/prep-packs.ts';
import { newGuest } from '../drivers/guest.ts';
import { createHost, giveForm, intake, type TestHost } from '../drivers/host.ts';
import { type Caller, callerOver, type OperationName, outputOf } from '../drivers/surfaces.ts';
import { bookMeeting, codeFor, iso } from '../factories/meeting.ts';
import { waitFor } from './lock-tables.ts';
import { type Stack, startStack } from './stack.ts';

export interface UntouchedStack {
  readonly stack: Stack;
  readonly host: TestHost;
  readonly rest: Caller;
  readonly mcp: Caller;
  /** Input that would be taken, of each operation that guests' software calls. */
  good(name: OperationName): Record<string, unknown>;
}

/** A stack on which a file's tests may change nothing: after the last, every table holds what it held before the first. */
export function shareUntouchedStack(): UntouchedStack {
  let stack: Stack;
  let host: TestHost;
  let before: Readonly<Record<string, string>>;
  const guest = newGuest();
  const known = { startAt: '', code: '', token: '' };
  const rest = callerOver('REST', () => stack);
  beforeAll(async () => {
    stack = await startStack({ demo: false, deadlineMs: 20_000 });
    host = await createHost(stack.sql);
    await giveForm(stack.sql, host, intake);
    const [first = 0, second = 0] = await host.openStarts();
    known.startAt = iso(second);
    known.token = (await bookMeeting(stack, rest, host, first, { customFields: ANSWERS })).token;
    outputOf(await rest.call('requestCode', { ...host.address, email: guest }));
    known.code = await codeFor(stack, guest);
    await packIsMade(stack);
    before = await contents(stack);
  });
  afterAll(async () => {
    const after = await contents(stack);
    await stack.close();
    expect(after).toEqual(before);
  });
  return {
    get stack() {
      return stack;
    },
    get host() {
      return host;
    },
    rest,
    mcp: callerOver('MCP', () => stack),
    good: (name) => {
      const { workspace, username } = host.address;
      // The list of a host's events takes none of them.
      const address = name === 'listEventTypes' ? { workspace, username } : host.address;
      return { ...address, ...inputs(guest, known)[name] };
    },
  };
}

/** What a booking leaves behind is written by flows, which may be slower than the first test. */
async function packIsMade({ sql }: Stack): Promise<void> {
  const [booking] = await sql<{ id: string }[]>`select id from bookings`;
  const { id } = booking ?? { id: '' };
  await waitFor(async () => !(await isPackUnderWay(sql, id)) && (await readPack(sql, id))?.pack != null, 'the pack');
}

const ANSWERS = { topic: 'x', size: 'solo' };

function inputs(
  guest: string,
  { startAt, code, token }: { readonly startAt: string; readonly code: string; readonly token: string },
): Partial<Record<OperationName, Record<string, unknown>>> {
  const timezone = 'Europe/Berlin';
  return {
    listSlots: { timezone },
    requestCode: { email: newGuest() },
    requestConfirmLink: { email: newGuest(), startAt, timezone, customFields: ANSWERS },
    book: { startAt, code, invitee: { email: guest, name: 'Gus', timezone }, customFields: ANSWERS },
    cancelEventAsGuest: { token },
    rescheduleEventAsGuest: { token, startAt },
  };
}

/** A digest of every row of every table: whatever changes shows. */
async function contents(stack: Stack): Promise<Record<string, string>> {
  const tables = await stack.sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await stack.sql<{ digest: string }[]>`
        select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${stack.sql(name)} t`;
      return [name, row?.digest ?? ''] as const;
    }),
  );
  return Object.fromEntries(rows);
}
