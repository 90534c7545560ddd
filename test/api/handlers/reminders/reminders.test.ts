import { describe, expect, it } from 'vitest';
import { setUpEventTypeCalls } from '../../../support/drivers/event-type-calls.ts';
import { holdPlan } from '../../../support/factories/held-plans.ts';

const its = setUpEventTypeCalls();
const { create, update, archive, restore, get, made } = its;

const plain = { subject: null, text: null };
type Listed = readonly { readonly id: string; readonly when: string }[];
const read = async (id: string) => (await get(id)) as { readonly reminders: Listed; readonly version: number };
const remindersOf = async (id: string) => (await read(id)).reminders;
const hold = (plan: 'free' | 'starter') =>
  holdPlan(its.stack.sql, its.team.workspaceId, { plan, status: 'active', trialEndsAtMs: null, seats: 3 });

describe('reminders of an event type', () => {
  it('are one mail a day before at first, in one spelling, and replaced as a whole; ids stay', async () => {
    const event = await made();
    const standard = { id: expect.any(String), when: '24h before', to: 'both', ...plain };
    expect(event.reminders).toEqual([standard]);
    expect(await made({ slug: 'silent', reminders: [] })).toMatchObject({ reminders: [] });
    const [first] = await remindersOf(event.id);
    const answer = await update(event.id, {
      reminders: [
        { when: '1 day before', subject: 'See you {start}', text: ' Bring your badge, {guest_name}. ' },
        { when: '1 hour after no-show' },
        { when: '2 days before at 9:00', to: 'host' },
      ],
    });
    expect((answer.json() as unknown as { eventType: { reminders: Listed } }).eventType.reminders).toEqual([
      { ...standard, id: first?.id, subject: 'See you {start}', text: 'Bring your badge, {guest_name}.' },
      { id: expect.stringMatching(/^[0-9a-f]{8}$/), when: '1h after no-show', to: 'guest', ...plain },
      { id: expect.stringMatching(/^[0-9a-f]{8}$/), when: '2d before 09:00', to: 'host', ...plain },
    ]);
    const { version } = await read(event.id);
    await update(event.id, { reminders: (await remindersOf(event.id)) as unknown as object[] });
    // The same again changes nothing.
    expect(await get(event.id)).toMatchObject({ version });
    await update(event.id, { reminders: [] });
    expect(await remindersOf(event.id)).toEqual([]);
  });

  it('that cannot be kept are refused by field, and nothing changes', async () => {
    const event = await made();
    const reminders = [{ when: '1 day' }, { when: '2h before', text: 'Hi {guestname}' }];
    for (const answer of [await update(event.id, { reminders }), await create({ slug: 'other', reminders })]) {
      expect(answer.status).toBe(400);
      expect(answer.json().error).toMatchObject({
        code: 'request.invalid',
        details: {
          issues: [
            { path: 'reminders.0.when', message: expect.stringContaining('"24h before"') },
            { path: 'reminders.1.text', didYouMean: ['guest_name'] },
          ],
        },
      });
    }
    const encoded = await update(event.id, { reminders: [{ when: '2h before', subject: '=?utf-8?q?x?=' }] });
    expect(encoded.json().error).toMatchObject({
      details: { issues: [{ path: 'reminders.0.subject', message: expect.stringContaining('encoded word') }] },
    });
    const misspelled = await update(event.id, { reminders: [{ when: '2h before', too: 'host' }] });
    expect(misspelled.json().error).toMatchObject({ details: { issues: [{ path: 'reminders.0.too' }] } });
    expect(await remindersOf(event.id)).toHaveLength(1);
  });

  it('of an unknown id are refused, with what to do; those of known ids stay', async () => {
    const event = await made();
    const [known = { id: '', when: '' }] = await remindersOf(event.id);
    const reminders = [{ when: '2h before', id: known.id }, { when: '1h before', id: 'other' }, { when: '5m before' }];
    const refused = await update(event.id, { reminders });
    expect(refused.status).toBe(400);
    expect(refused.json().error.details).toEqual({
      issues: [{ path: 'reminders.1.id', message: expect.stringContaining('Leave it out for a new one') }],
    });
    expect(await remindersOf(event.id)).toEqual([known]);
    expect((await update(event.id, { reminders: [reminders[0], reminders[2]] as object[] })).status).toBe(200);
    expect((await remindersOf(event.id)).map(({ id, when }) => [id, when])).toEqual([
      [known.id, '2h before'],
      [expect.not.stringMatching(known.id), '5m before'],
    ]);
  });

  it('hide nothing else that is wrong', async () => {
    const reminders = [{ when: 'soon' }];
    const pathsOf = ({ json }: Awaited<ReturnType<typeof create>>) =>
      (json().error.details as { issues: { path: string }[] }).issues.map(({ path }) => path);
    const refused = await create({ slug: 'both', reminders, assignment: 'round_robin' });
    expect(pathsOf(refused)).toEqual(['assignment', 'reminders.0.when']);
  });

  it('are capped by the plan; a smaller plan takes none away, and refuses only more', async () => {
    const event = await made();
    const of = (...times: string[]) => times.map((when) => ({ when }));
    await hold('free');
    const refused = await update(event.id, { reminders: of('24h before', '1h before') });
    expect(refused.status).toBe(402);
    expect(refused.json().error).toMatchObject({
      code: 'billing.upgrade_required',
      message: expect.stringContaining('room for 1 reminder an event type, and 1 is there'),
      details: { reason: 'reminder_cap_reached', feature: 'remindersPerEventType', cap: 1, fitsFrom: 'starter' },
    });
    expect((await create({ slug: 'many', reminders: of('24h before', '1h before') })).status).toBe(402);
    await hold('starter');
    expect((await update(event.id, { reminders: of('24h before', '1h before', '5m before') })).status).toBe(200);
    await hold('free');
    expect((await update(event.id, { reminders: of('24h before', '2h before', '5m before') })).status).toBe(200);
    expect((await update(event.id, { reminders: of('24h before', '2h before') })).status).toBe(200);
    expect((await update(event.id, { reminders: of('24h before', '2h before', '5m before') })).status).toBe(402);
    expect(await remindersOf(event.id)).toHaveLength(2);
  });

  it('beyond the plan come back with an event type that is restored; event types beyond it do not', async () => {
    await hold('starter');
    const event = await made({ reminders: [{ when: '24h before' }, { when: '2h before' }, { when: '5m before' }] });
    const ids = (await remindersOf(event.id)).map(({ id }) => id);
    expect((await archive(event.id)).status).toBe(200);
    await hold('free');
    await its.stack.sql`
      update event_types set archived_at = now() where workspace_id = ${its.team.workspaceId} and archived_at is null`;
    const others = [await made({ slug: 'one' }), await made({ slug: 'two' }), await made({ slug: 'three' })];
    const full = await restore(event.id);
    expect(full.status).toBe(402);
    expect(full.json().error).toMatchObject({
      code: 'billing.upgrade_required',
      details: { feature: 'eventTypes', cap: 3, fitsFrom: 'starter' },
    });
    expect(await get(event.id)).toMatchObject({ archivedAt: expect.any(String) });
    await archive(others[0]?.id ?? '');
    expect((await restore(event.id)).status).toBe(200);
    expect((await remindersOf(event.id)).map(({ id }) => id)).toEqual(ids);
    expect((await update(event.id, { name: 'Renamed' })).status).toBe(200);
  });
});
