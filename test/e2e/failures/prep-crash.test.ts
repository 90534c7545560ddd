import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetings } from '../../../schemas/operations/meetings.ts';
import { type InternetStandIn, startInternetStandIn } from '../../../stand-ins/internet/stand-in.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { bundlePath } from '../../support/stack/database.ts';
import { countWaiting, lockTable, waitFor, withTablesLocked } from '../../support/stack/lock-tables.ts';
import { creditsLeft, giveCredits } from '../../support/stack/prep-stack.ts';
import { type Processes, SHORT_TASKS, startProcesses } from '../../support/stack/processes.ts';

const GUESTS = ['ada@acme-robotics.com', 'bob@pebble-orbit.io', 'cyd@feinwerk-oberland.de'];
/** Temporal starts an activity again half a minute after its worker was killed; six were. */
const SETTLES_WITHIN_MS = 120_000;

let internet: InternetStandIn;
let stack: Processes;
let team: TestTeam;
beforeAll(async () => {
  internet = await startInternetStandIn();
  stack = await startProcesses(bundlePath(), SHORT_TASKS, { INTERNET_STAND_IN_URL: internet.url });
  team = await makeTeam(stack.sql);
  await giveCredits(stack, team.workspaceId, 10);
  // Within the week before a meeting, its mail leaves at once.
  await stack.sql`update event_types set prep_mail_minutes = 10080 where id = ${team.host.eventTypeId}`;
});
afterAll(async () => {
  await stack?.close();
  await internet?.close();
});

async function bookAll(): Promise<void> {
  const [{ headers }, starts] = await Promise.all([team.key('owner'), team.host.openStarts()]);
  for (const [nth, email] of GUESTS.entries()) {
    const startAt = new Date(starts[nth * 2] ?? 0).toISOString();
    const invitee = { email, timezone: 'UTC' };
    const input = { eventTypeId: team.host.eventTypeId, startAt, invitee, idempotencyKey: `prep-crash-${nth}` };
    const status = async () => (await callHost(stack.appUrl, meetings.createBooking, input, headers)).status;
    // On a busy machine its flow answers late: the call is repeated after 503, as the contract asks.
    await expect.poll(status).toBe(200);
  }
}

/** Kills the worker once one of its flows waits to write into the table. The worker that comes next is held at the next one. */
const strikeAt = (table: string, begin: () => Promise<unknown>, alsoHeld: readonly string[] = []) =>
  withTablesLocked(stack.sql, async (tx) => {
    for (const held of [table, ...alsoHeld]) await lockTable(tx, held);
    await begin();
    await waitFor(async () => (await countWaiting(stack.sql, table)) >= 1, `a flow to wait for ${table}`);
    await stack.kill9('worker');
  });

it('kill -9 of the worker at each step of a pack: one credit, one pack and one mail for each booking', async () => {
  const restart = () => stack.start('worker');
  // In this order: the credit, the turn, what was found, the pack, its mail, and the note that it left.
  await strikeAt('enrichments', bookAll);
  await strikeAt('look_up_leases', restart);
  await strikeAt('domain_lookups', restart);
  await strikeAt('prep_packs', restart, ['local_mails']);
  await strikeAt('local_mails', restart);
  await strikeAt('prep_mails', restart);
  await restart();
  await stack.waitReady();
  await expect
    .poll(async () => (await stack.sql`select 1 from prep_mails`).count, {
      timeout: SETTLES_WITHIN_MS,
    })
    .toBe(GUESTS.length);
  const rows = await stack.sql`
    select b.guest_email::text as guest, p.status, p.made_version as made, e.status as enrichment, e.attempt, e.credits_charged as charged,
      (select count(*)::int from local_mails m where m.key like b.id || ':prep-%') as mails,
      (select count(*)::int from credit_entries c where c.subject like 'enrichment/' || b.id || '/%') as entries
    from bookings b join prep_packs p on p.booking_id = b.id join enrichments e on e.booking_id = b.id order by 1`;
  const once = { status: 'succeeded', enrichment: 'succeeded', attempt: 1, charged: 1, mails: 1, entries: 1 };
  expect(rows.map((row) => ({ ...row }))).toEqual(GUESTS.map((guest) => ({ guest, ...once, made: 1 })));
  expect(await creditsLeft(stack, team.workspaceId)).toBe(10 - GUESTS.length);
}, 300_000);
