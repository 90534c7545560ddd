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
    const { bookingId, token } = await bookMeeting(stack, rest, host, first, { customFields: ANSWERS });
    known.token = token;
    outputOf(await rest.call('requestCode', { ...host.address, email: guest }));
    known.code = await codeFor(stack, guest);
    await packIsMade(stack, bookingId);
    before = await settledContents(stack);
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

/** Flows write the pack of a booking, and may be slower than the first test. */
const packIsMade = ({ sql }: Stack, bookingId: string): Promise<void> =>
  waitFor(
    async () => !(await isPackUnderWay(sql, bookingId)) && (await readPack(sql, bookingId))?.pack != null,
    'the pack',
  );

/** The content of all tables once no flow has work left: no activity and no task of its own is pending. */
async function settledContents(stack: Stack): Promise<Record<string, string>> {
  let settled: Record<string, string> = {};
  await waitFor(async () => {
    const before = await contents(stack);
    if (!(await allFlowsAtRest(stack))) return false;
    settled = await contents(stack);
    return JSON.stringify(before) === JSON.stringify(settled);
  }, 'flows at rest');
  return settled;
}

async function allFlowsAtRest({ client, taskQueue }: Stack): Promise<boolean> {
  const running = client.workflow.list({ query: `TaskQueue = '${taskQueue}' and ExecutionStatus = 'Running'` });
  for await (const { workflowId } of running) {
    const { raw } = await client.workflow.getHandle(workflowId).describe();
    if ((raw.pendingActivities ?? []).length > 0 || raw.pendingWorkflowTask) return false;
  }
  return true;
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
