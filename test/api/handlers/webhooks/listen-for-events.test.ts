import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../../../schemas/operation.ts';
import { webhooks } from '../../../../schemas/operations/webhooks.ts';
import type { WebhookEvent } from '../../../../schemas/shapes/webhook-events.ts';
import { inTransaction, type Transaction } from '../../../../store/database.ts';
import { noteEvent } from '../../../../store/webhook-outbox.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeSeat, makeTeam } from '../../../support/factories/keys.ts';
import { shareTeamStack } from '../../../support/stack/team-stack.ts';

const its = shareTeamStack();
let headers: Readonly<Record<string, string>>;
beforeEach(async () => {
  headers = (await its.team.key('owner')).headers;
});

type Heard = Output<typeof webhooks.listenForEvents>;
type Input = Readonly<Record<string, unknown>>;

const call = (input: Input = {}, by = headers) => callHost(its.stack.appUrl, webhooks.listenForEvents, input, by);
async function heard(input: Input = {}): Promise<Heard> {
  const answer = await call(input);
  expect(answer.status, answer.text).toBe(200);
  return answer.json() as unknown as Heard;
}
const refused = async (input: Input, by = headers) => {
  const answer = await call(input, by);
  const { code, details } = answer.json().error;
  const issues = details?.issues as readonly { path: string }[] | undefined;
  return [answer.status, code, details?.reason ?? issues?.map(({ path }) => path)];
};
const seatsOf = ({ events }: Heard) => events.map(({ data }) => data.seatId);
const noteIn = (tx: Transaction, seatId: string, type: WebhookEvent = 'seat.created', { workspaceId } = its.team) =>
  noteEvent(tx, { type, workspaceId, subjectId: seatId, data: { seatId } });
/** An event, committed. @returns the seat's id */
async function happen(type?: WebhookEvent, team = its.team): Promise<string> {
  const seatId = uuidv7();
  await inTransaction(its.stack.sql, (tx) => noteIn(tx, seatId, type, team));
  return seatId;
}
/** Asks on from a cursor until so many events are there, as other tests' transactions may hold back what is settled. */
async function untilHeard(count: number, input: Input): Promise<Heard> {
  let page = await heard(input);
  const events = [...page.events];
  for (let nth = 0; events.length < count && nth < 20; nth += 1) {
    page = await heard({ ...input, cursor: page.cursor, waitSeconds: 1 });
    events.push(...page.events);
  }
  return { ...page, events };
}
const written = async () =>
  (await its.stack.sql`select 1 from webhook_events where workspace_id = ${its.team.workspaceId}`).count;

describe('who may listen', () => {
  it('owners and admins, each to one workspace', async () => {
    for (const role of ['manager', 'member', 'billing_only'] as const)
      expect((await refused({}, (await its.team.key(role)).headers)).slice(0, 2)).toEqual([403, 'auth.forbidden']);
    expect((await call({}, (await its.team.key('admin')).headers)).status).toBe(200);
    expect((await call({}, {})).status).toBe(401);
    const other = await makeTeam(its.stack.sql);
    const { cursor } = await heard();
    expect((await call({}, (await other.key('owner')).headers)).status).toBe(200);
    await happen('seat.created', other);
    const own = await happen();
    expect(seatsOf(await untilHeard(1, { cursor }))).toEqual([own]);
  });

  it('not who loses the role while the call waits', async () => {
    const { userId } = its.team.members.admin;
    const { headers: by } = await its.team.key('admin');
    const { cursor } = (await call({}, by)).json();
    const waiting = refused({ cursor, waitSeconds: 20 }, by);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await its.stack.sql`update memberships set role = 'member' where user_id = ${userId}`;
    await happen();
    expect((await waiting).slice(0, 2)).toEqual([403, 'auth.forbidden']);
  });

  it('an unpaid or deleted workspace has no events, nor one that nobody has asked for of late', async () => {
    const { sql } = its.stack;
    const { workspaceId } = its.team;
    await happen();
    expect(await written()).toBe(0);
    const { listeningUntil } = await heard();
    expect(Date.parse(listeningUntil) - Date.now()).toBeGreaterThan(14 * 60_000);
    await happen();
    expect(await written()).toBe(1);
    const lapses = [
      [sql`update webhook_listeners set until = now() where workspace_id = ${workspaceId}`, () => heard()],
      [
        sql`update workspaces set subscription_status = 'inactive' where id = ${workspaceId}`,
        () => sql`update workspaces set subscription_status = 'active' where id = ${workspaceId}`,
      ],
      [
        sql`update workspaces set erase_at = now() + interval '9 days' where id = ${workspaceId}`,
        () => sql`update workspaces set erase_at = null where id = ${workspaceId}`,
      ],
    ] as const;
    let count = 1;
    for (const [lapse, mend] of lapses) {
      await lapse;
      await happen();
      expect(await written()).toBe(count);
      await mend();
      await happen();
      count += 1;
      expect(await written()).toBe(count);
    }
  });
});

describe('what is heard', () => {
  it('what happens from the first call on, page by page, each event once and in order', async () => {
    await heard();
    await happen();
    const { cursor, events } = await heard();
    expect(events).toEqual([]);
    const seats: string[] = [];
    for (let nth = 0; nth < 5; nth += 1) seats.push(await happen());
    const first = await untilHeard(5, { cursor, limit: 2 });
    expect(seatsOf(first)).toEqual(seats);
    expect(first.events[0]).toEqual({
      ...{ id: expect.any(String), type: 'seat.created', timestamp: expect.any(String) },
      data: { seatId: seats[0], displayName: null },
    });
    expect((await heard({ cursor, limit: 2 })).events).toEqual(first.events.slice(0, 2));
    expect((await heard({ cursor: first.cursor })).events).toEqual([]);
    expect(new Set(first.events.map(({ id }) => id)).size).toBe(5);
  });

  it('of the asked types; names come with full payloads alone', async () => {
    const { cursor } = await heard();
    const { workspaceId, members } = its.team;
    const { id } = await makeSeat(its.stack.sql, { workspaceId, userId: members.owner.userId, displayName: 'Robo' });
    await inTransaction(its.stack.sql, async (tx) => {
      await noteIn(tx, id, 'seat.created');
      await noteIn(tx, id, 'seat.revoked');
    });
    const all = await untilHeard(2, { cursor });
    expect(all.events.map(({ type, data }) => [type, data])).toEqual([
      ['seat.created', { seatId: id, displayName: 'Robo' }],
      ['seat.revoked', { seatId: id, displayName: 'Robo' }],
    ]);
    const some = { cursor, events: ['seat.revoked'], payload: 'thin' };
    expect((await heard(some)).events.map(({ type, data }) => [type, data])).toEqual([
      ['seat.revoked', { seatId: id }],
    ]);
  });

  it('refuses what it does not know, by its field', async () => {
    const ofAnotherList = Buffer.from(JSON.stringify(['webhooks', '1', uuidv7()])).toString('base64url');
    const cases: readonly [Input, string][] = [
      [{ limit: 0 }, 'limit'],
      [{ limit: 101 }, 'limit'],
      [{ waitSeconds: 26 }, 'waitSeconds'],
      [{ waitSeconds: -1 }, 'waitSeconds'],
      [{ cursor: 'nonsense' }, 'cursor'],
      [{ cursor: ofAnotherList }, 'cursor'],
      [{ events: [] }, 'events'],
      [{ events: ['webhook.ping'] }, 'events.0'],
    ];
    for (const [input, field] of cases) expect(await refused(input)).toEqual([400, 'request.invalid', [field]]);
  });

  it('waits for the first event, and no longer than it was asked to', async () => {
    const { cursor } = await heard();
    const begun = performance.now();
    expect((await heard({ cursor, waitSeconds: 1 })).events).toEqual([]);
    expect(performance.now() - begun).toBeGreaterThan(900);
    const waiting = heard({ cursor, waitSeconds: 20 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const seat = await happen();
    expect(seatsOf(await waiting)).toEqual([seat]);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('an event whose transaction commits late is not skipped: those of after it wait for it', async () => {
    const { cursor } = await heard();
    const [late, soon] = [uuidv7(), uuidv7()];
    let commit = (): void => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let hasWritten = (): void => {};
    const isWritten = new Promise<void>((resolve) => {
      hasWritten = resolve;
    });
    const slow = inTransaction(its.stack.sql, async (tx) => {
      await noteIn(tx, late);
      hasWritten();
      await held;
    });
    await isWritten;
    await inTransaction(its.stack.sql, (tx) => noteIn(tx, soon));
    // Who begins now must not hear what is before, and no cursor goes back.
    const between = await heard({ cursor });
    expect(between.events).toEqual([]);
    expect((await heard({ cursor: between.cursor })).events).toEqual([]);
    commit();
    await slow;
    expect(seatsOf(await untilHeard(2, { cursor: between.cursor }))).toEqual([late, soon]);
  });
});
