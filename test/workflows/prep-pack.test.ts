import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localMailer } from '../../activities/mail/send.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { eventually } from '../support/factories/meeting.ts';
import { creditsLeft, giveCredits, HANGS, type PrepStack, startPrepStack } from '../support/stack/prep-stack.ts';
import { keepHistory } from './histories.ts';
import { HostJourney } from './host-booking-paths.ts';
import { GIVEN_UP, PrepJourney, prepPaths } from './prep-paths.ts';

let prep: PrepStack;
/** Mails with packs leave once this has settled. */
let gate = Promise.resolve();
beforeAll(async () => {
  prep = await startPrepStack({
    makeMailer: (sql) => {
      const mailer = localMailer(sql, Date.now);
      return {
        send: async (mail) => {
          if (mail.kind === 'prep_pack') await gate;
          return mailer.send(mail);
        },
      };
    },
  });
});
afterAll(() => prep?.close());

const hostMails = async ({ stack, booking }: PrepJourney) => {
  const [row] = await stack.sql<{ email: string }[]>`select email::text from users where id = ${booking.host.userId}`;
  return (await stack.mailbox(row?.email ?? '')).filter(({ kind }) => kind === 'prep_pack');
};

const detailsOf = async ({ flow }: PrepJourney) =>
  (await flow.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;

describe('the flow of a prep pack', () => {
  it.each(prepPaths)('$name', async ({ name, guest, credits, ends, looked, pack, mails = 0, ...path }) => {
    const { settings = {}, prepLookups = true, begins, walk } = path;
    const booked = { requires_approval: false, ...settings, guest, credits, prepLookups };
    const journey = await PrepJourney.begin(prep.stack, booked);
    await begins?.(journey);
    await journey.made();
    await walk(journey);
    expect(await journey.flow.result()).toBe(ends);
    const { bookingId, host } = journey.booking;
    const [row] = await prep.stack.sql`
      select p.status, p.ended_at is not null as ended, e.status as enrichment, e.credits_charged as charged
      from prep_packs p join enrichments e using (booking_id) where booking_id = ${bookingId}`;
    expect({ ...row, left: await creditsLeft(prep.stack, host.workspaceId) }).toEqual({
      ...{ status: pack, ended: true, enrichment: looked[0], charged: looked[1], left: looked[2] },
    });
    expect(await hostMails(journey)).toHaveLength(mails);
    const history = JSON.stringify(await journey.flow.fetchHistory());
    const payloads = Buffer.from(history).toString() + decoded(history);
    for (const secret of [guest, guest.split('@')[1] ?? '', '@host.test']) expect(payloads).not.toContain(secret);
    await keepHistory('prep-pack', name, journey.flow);
  });

  it('is made without a look-up that Temporal gives up, and the credit is given back', async () => {
    const begins = { guest: `ada@${HANGS}`, credits: 1, requires_approval: false };
    const journey = await PrepJourney.begin(prep.stack, begins);
    await expect.poll(() => prep.asked).toContain(HANGS);
    const { bookingId, host } = journey.booking;
    expect(await creditsLeft(prep.stack, host.workspaceId)).toBe(0);
    expect(await detailsOf(journey)).toBe('The company is being looked up. The pack is made after that.');
    const [pending] = (await journey.flow.describe()).raw.pendingActivities ?? [];
    const activity = { workflowId: flowId('prepPack', bookingId), activityId: pending?.activityId ?? '' };
    await prep.stack.client.activity.fail(activity, ApplicationFailure.nonRetryable('Ten minutes are over.'));
    expect(await journey.made()).toEqual({ status: 'degraded', enrichment: 'failed', charged: 0 });
    expect(await creditsLeft(prep.stack, host.workspaceId)).toBe(1);
    await journey.booking.cancel();
    expect(await journey.flow.result()).toBe('canceled');
    await keepHistory('prep-pack', GIVEN_UP, journey.flow);
  });

  it('says that it mails the hosts while it does', async () => {
    let open = (): void => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const settings = { requires_approval: false, prep_mail_minutes: 10_080 };
    const journey = await PrepJourney.begin(prep.stack, { guest: 'a@gmail.com', credits: 0, ...settings });
    await expect.poll(() => detailsOf(journey)).toBe('The pack is made. It is being mailed to the hosts.');
    expect(await hostMails(journey)).toHaveLength(0);
    open();
    await journey.mailed();
    await expect.poll(() => detailsOf(journey)).toBe('The pack is made. Waiting for the end of the meeting.');
    await journey.booking.cancel();
    expect(await journey.flow.result()).toBe('canceled');
  });

  it('spends five credits on five of twenty guests at once, each once', async () => {
    const booking = await HostJourney.begin(prep.stack, { requires_approval: false });
    await giveCredits(prep.stack, booking.host.workspaceId, 5);
    const ids: string[] = [];
    for (let nth = 0; nth < 20; nth++) {
      await booking.open(nth * 2, `guest@company-number-${nth}.com`);
      ids.push(booking.bookingId);
    }
    const ended = await eventually('twenty packs', async () => {
      const rows = await prep.stack.sql<{ status: string; charged: number }[]>`
        select e.status, e.credits_charged as charged from prep_packs p join enrichments e using (booking_id)
        where booking_id = any(${ids}) and p.made_version = p.inputs_version and p.generated_at is not null`;
      return rows.length === 20 && rows;
    });
    expect(await creditsLeft(prep.stack, booking.host.workspaceId)).toBe(5);
    const [spent] = await prep.stack.sql`
      select count(*) filter (where kind = 'spent')::int as spent, count(*) filter (where kind = 'returned')::int as returned
      from credit_entries where workspace_id = ${booking.host.workspaceId}`;
    // No such companies: each credit came back, and some could be spent again.
    expect(spent?.spent).toBe(spent?.returned);
    expect(spent?.spent).toBeGreaterThanOrEqual(5);
    expect(ended.every(({ charged }) => charged === 0)).toBe(true);
  });

  it('asks nobody twice about a company within a month, and a workspace pays once', async () => {
    const before = prep.asked.filter((domain) => domain === 'thorne-and-vale-law.com').length;
    const first = await PrepJourney.begin(prep.stack, {
      guest: 'a@thorne-and-vale-law.com',
      credits: 3,
      requires_approval: false,
    });
    expect(await first.made()).toMatchObject({ enrichment: 'succeeded', charged: 1 });
    await first.booking.open(2, 'b@thorne-and-vale-law.com');
    expect(await first.made()).toMatchObject({ enrichment: 'succeeded', charged: 0 });
    const other = await PrepJourney.begin(prep.stack, {
      guest: 'c@thorne-and-vale-law.com',
      credits: 3,
      requires_approval: false,
    });
    expect(await other.made()).toMatchObject({ enrichment: 'succeeded', charged: 1 });
    expect(prep.asked.filter((domain) => domain === 'thorne-and-vale-law.com').length - before).toBe(1);
  });

  it('uses old facts that the workspace paid for when nothing is found now, and gives the credit back', async () => {
    const journey = await PrepJourney.begin(prep.stack, {
      guest: 'a@acme-robotics.com',
      credits: 2,
      requires_approval: false,
    });
    await journey.made();
    const { workspaceId } = journey.booking.host;
    await prep.stack.sql`
      update enrichments set domain = 'fault-servfail.com', facts = jsonb_set(facts, '{domain}', '"fault-servfail.com"'),
        paid_at = now() - interval '60 days' where workspace_id = ${workspaceId}`;
    await journey.booking.open(2, 'a@fault-servfail.com');
    expect(await journey.made()).toEqual({ status: 'degraded', enrichment: 'degraded', charged: 0 });
    expect(await creditsLeft(prep.stack, workspaceId)).toBe(1);
  });

  describe('over a database that was restored to an earlier moment', () => {
    /** As it was just after the booking: no look-up, no pack, no mail, and the credit unspent. */
    async function restore({ booking: { bookingId, host } }: PrepJourney): Promise<void> {
      await prep.stack.sql`delete from prep_mails where booking_id = ${bookingId}`;
      await prep.stack.sql`delete from enrichments where booking_id = ${bookingId}`;
      await prep.stack.sql`delete from domain_lookups`;
      await prep.stack.sql`delete from look_up_leases`;
      await prep.stack.sql`delete from credit_entries where workspace_id = ${host.workspaceId} and kind <> 'granted'`;
      await prep.stack.sql`update credit_grants set remaining = amount where workspace_id = ${host.workspaceId}`;
      await prep.stack.sql`
        update prep_packs set status = 'pending', pack = null, generated_at = null, next_look_at = null, inputs_version = 1, made_version = 0,
          inputs_changed_at = now() - interval '5 minutes', queued_at = now() - interval '5 minutes' where booking_id = ${bookingId}`;
    }
    const sweep = () =>
      prep.stack.client.workflow.execute('sweep', {
        workflowId: `sweep-prep-${Date.now()}`,
        taskQueue: prep.stack.taskQueue,
      });
    const ledgerOf = async ({ booking: { host } }: PrepJourney) => {
      const rows = await prep.stack.sql<{ kind: string }[]>`
        select kind from credit_entries where workspace_id = ${host.workspaceId} and kind <> 'granted' order by created_at, id`;
      return { entries: rows.map(({ kind }) => kind), left: await creditsLeft(prep.stack, host.workspaceId) };
    };

    it('to before the pack: the sweep has it made again, for the one credit', async () => {
      const begins = { guest: 'a@pebble-orbit.io', credits: 2, requires_approval: false };
      const journey = await PrepJourney.begin(prep.stack, begins);
      expect(await journey.made()).toMatchObject({ enrichment: 'succeeded', charged: 1 });
      await journey.rests();
      await restore(journey);
      await sweep();
      expect(await journey.made()).toEqual({ status: 'succeeded', enrichment: 'succeeded', charged: 1 });
      expect(await ledgerOf(journey)).toEqual({ entries: ['spent'], left: 1 });
    });

    it('to before a mail that had not left: it leaves once', async () => {
      const begins = { guest: 'a@gmail.com', credits: 0, requires_approval: false };
      const journey = await PrepJourney.begin(prep.stack, begins);
      await journey.made();
      await journey.rests();
      await restore(journey);
      await prep.stack.sql`
        update event_types set prep_mail_minutes = 10080 where id = (select event_type_id from bookings where id = ${journey.booking.bookingId})`;
      await sweep();
      await journey.mailed();
      await journey.rests();
      await sweep();
      await journey.rests();
      expect(await hostMails(journey)).toHaveLength(1);
    });

    it('while a look-up is under way: what it brings belongs to no row, and the next one is paid for once', async () => {
      const begins = { guest: `ada@${HANGS}`, credits: 1, requires_approval: false };
      const journey = await PrepJourney.begin(prep.stack, begins);
      const pendingOf = async () =>
        ((await journey.flow.describe()).raw.pendingActivities ?? []).map(({ activityId }) => activityId ?? '')[0];
      const giveUp = async (activityId: string) => {
        const workflowId = flowId('prepPack', journey.booking.bookingId);
        await prep.stack.client.activity.fail({ workflowId, activityId }, ApplicationFailure.nonRetryable('Over.'));
      };
      await expect.poll(pendingOf).toBeDefined();
      const first = (await pendingOf()) ?? '';
      await restore(journey);
      await giveUp(first);
      await expect.poll(async () => ![undefined, first].includes(await pendingOf())).toBe(true);
      expect(await ledgerOf(journey)).toEqual({ entries: ['spent'], left: 0 });
      await giveUp((await pendingOf()) ?? '');
      expect(await journey.made()).toEqual({ status: 'degraded', enrichment: 'failed', charged: 0 });
      expect(await ledgerOf(journey)).toEqual({ entries: ['spent', 'returned'], left: 1 });
    });

    it('to before the meeting was canceled: its flow, which has ended, begins again', async () => {
      const begins = { guest: 'a@gmail.com', credits: 0, requires_approval: false };
      const journey = await PrepJourney.begin(prep.stack, begins);
      await journey.made();
      const { bookingId } = journey.booking;
      await journey.booking.cancel();
      expect(await journey.flow.result()).toBe('canceled');
      await prep.stack.sql`update bookings set status = 'confirmed' where id = ${bookingId}`;
      await restore(journey);
      await prep.stack.sql`update prep_packs set ended_at = null where booking_id = ${bookingId}`;
      await sweep();
      await journey.made();
      expect((await prep.stack.client.workflow.getHandle(flowId('prepPack', bookingId)).describe()).status.name).toBe(
        'RUNNING',
      );
    });

    it('to before the booking: the flow ends, and nothing is spent or mailed', async () => {
      const begins = { guest: 'a@gmail.com', credits: 1, requires_approval: false };
      const journey = await PrepJourney.begin(prep.stack, begins);
      await journey.made();
      await prep.stack.sql`delete from prep_packs where booking_id = ${journey.booking.bookingId}`;
      journey.signal();
      expect(await journey.flow.result()).toBe('no such pack');
      expect(await hostMails(journey)).toHaveLength(0);
      expect(await ledgerOf(journey)).toEqual({ entries: [], left: 1 });
    });
  });

  it('is started by the sweep when its booking could not tell it', async () => {
    const journey = await PrepJourney.begin(prep.stack, {
      guest: 'a@acme-robotics.com',
      credits: 1,
      requires_approval: false,
    });
    await journey.made();
    await journey.rests();
    await journey.flow.terminate('lost');
    await prep.stack.sql`
      update prep_packs set inputs_version = inputs_version + 1, inputs_changed_at = now() - interval '1 minute' where booking_id = ${journey.booking.bookingId}`;
    const waits = async () =>
      (await findWaiting(prep.stack.sql, waitingRows)).some(
        ({ id, flow }) => id === journey.booking.bookingId && flow === 'prepPack',
      );
    expect(await waits()).toBe(true);
    await prep.stack.client.workflow.execute('sweep', {
      workflowId: `sweep-prep-${Date.now()}`,
      taskQueue: prep.stack.taskQueue,
    });
    await startedFlow(prep.stack.client, flowId('prepPack', journey.booking.bookingId));
    await journey.made();
    expect(await waits()).toBe(false);
  });
});

/** The text of every payload of a history. */
function decoded(history: string): string {
  return [...history.matchAll(/"data":(?:"([^"]+)"|\{"type":"Buffer","data":\[([\d,]+)\]\})/g)]
    .map(([, base64, bytes]) =>
      base64 ? Buffer.from(base64, 'base64').toString() : Buffer.from((bytes ?? '').split(',').map(Number)).toString(),
    )
    .join('\n');
}
