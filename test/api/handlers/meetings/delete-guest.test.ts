import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guestDeletion } from '../../../../schemas/operations/meetings/guest-deletion.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { ExportPart, exports, guestExports } from '../../../../schemas/operations/workspaces/exports.ts';
import { readDeliveryFacts } from '../../../../store/webhooks/delivery-facts.ts';
import { readEventDetails } from '../../../../store/webhooks/event-details.ts';
import { type CodeHolder, codeBookingOver } from '../../../support/drivers/code-booking.ts';
import { createHost, type TestHost } from '../../../support/drivers/host.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { outputOf } from '../../../support/drivers/surfaces.ts';
import { makeKey } from '../../../support/factories/keys.ts';
import { makeEndpoint } from '../../../support/factories/webhooks.ts';
import { giveCredits, type PrepStack, startPrepStack } from '../../../support/stack/prep-stack.ts';

let its: PrepStack;
let host: TestHost;
let headers: Readonly<Record<string, string>>;
const guests = codeBookingOver('REST', () => its.stack);
beforeAll(async () => {
  its = await startPrepStack();
  host = await createHost(its.stack.sql);
  ({ headers } = await makeKey(its.stack.sql, { ...host, name: 'Ops' }));
  await giveCredits(its.stack, host.workspaceId, 5);
});
afterAll(() => its?.close());

const NAME = 'Zoe Zebrafish';
const ANSWER = 'We count zebrafish by hand';

const deleted = async (email: string, by = headers) => {
  const answer = await callHost(its.stack.appUrl, guestDeletion.deleteGuest, { email }, by);
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it.
  return { status: answer.status, value: answer.json() as any };
};

/** The tables that hold a text, in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { sql } = its.stack;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql`select exists (select 1 from ${sql(name)} t where t::text ilike ${`%${text}%`}) as holds`;
    if (row?.holds) found.push(name);
  }
  return found;
}

/** Books with a code, and waits for the mails and the pack. @returns the booking's id */
async function booked(holder: CodeHolder, nth = 0): Promise<string> {
  const invitee = { email: holder.guest, name: NAME, timezone: 'Europe/Berlin' };
  const startAt = new Date(holder.starts[nth] ?? 0).toISOString();
  const extra = { guests: ['colleague@guest.test'], idempotencyKey: `once-of-${holder.guest.split('@')[0]}` };
  const output = outputOf(await guests.book(holder, { invitee, startAt, ...extra }));
  const { id } = output.booking;
  const { sql } = its.stack;
  await sql`
    insert into booking_answers (booking_id, position, key, label, value, display)
    values (${id}, 0, 'what', 'What do you count?', ${sql.json(ANSWER)}, ${ANSWER})`;
  await sql`update bookings set host_notes = 'Likes zebrafish' where id = ${id}`;
  await settled(id);
  await callHost(
    its.stack.appUrl,
    meetings.updateMeeting,
    { bookingId: id, hostNotes: 'Likes zebrafish a lot' },
    headers,
  );
  await settled(id);
  return id;
}

const settled = (id: string) =>
  expect
    .poll(
      () => its.stack.sql`
        select 1 from prep_packs p where booking_id = ${id} and made_version = inputs_version and generated_at is not null
          and not exists (select 1 from booking_changes c where c.booking_id = p.booking_id and announced_at is null)`,
      { timeout: 20_000 },
    )
    .toHaveLength(1);

async function canceled(bookingId: string): Promise<void> {
  const input = { bookingId, reason: 'No zebrafish today' };
  expect((await callHost(its.stack.appUrl, meetings.cancelBooking, input, headers)).status).toBe(200);
  const announced = () =>
    its.stack.sql`select 1 from booking_changes where booking_id = ${bookingId} and announced_at is null`;
  await expect.poll(announced, { timeout: 20_000 }).toHaveLength(0);
}

describe('the deletion of a guest', () => {
  it('takes all their words and addresses from every table, and leaves their meetings and other guests', async () => {
    const holder = await guests.ready({}, host);
    const endpoint = await makeEndpoint(its.stack.sql, its.stack.secrets, { workspaceId: host.workspaceId });
    // Nothing is sent to it, so that nothing writes over the answer below.
    await its.stack.sql`
      update webhook_endpoints set failures = 3, failing_since = now(), probe_at = now() + interval '1 hour' where id = ${endpoint.id}`;
    const bookingId = await booked(holder);
    // A receiver repeats what it got.
    const repeated = await its.stack.sql`
      update webhook_deliveries set last_answer = ${`Thank you, ${holder.guest} the zebrafish`}
      where endpoint_id = ${endpoint.id} and subject_id = ${bookingId} returning id`;
    expect(repeated.length).toBeGreaterThan(0);
    const other = await guests.ready({}, host);
    const otherId = await booked({ ...other, starts: other.starts.slice(3) });
    expect(await tablesWith('zebrafish')).toEqual(
      expect.arrayContaining([
        'booking_answers',
        'bookings',
        'enrichments',
        'local_mails',
        'prep_packs',
        'webhook_deliveries',
      ]),
    );
    const refused = await deleted(holder.guest);
    expect([refused.status, refused.value.error.details]).toEqual([
      409,
      expect.objectContaining({ reason: 'guest_expected', count: 1, bookingIds: [bookingId] }),
    ]);
    expect(await tablesWith(holder.guest)).toContain('bookings');

    await canceled(bookingId);
    expect(await deleted(holder.guest)).toMatchObject({ status: 200, value: { meetings: 1 } });
    // Closed requests for codes keep the address for eight days: the caps of mails count them.
    expect(await tablesWith(holder.guest)).toEqual(['challenges', 'code_issues']);
    const facts = await readDeliveryFacts(its.stack.sql, repeated[0]?.id ?? '');
    expect(facts && (await readEventDetails(its.stack.sql, facts.event))).toMatchObject({
      guest: null,
      answers: [],
      guests: [],
    });
    const [row] = await its.stack.sql`select * from bookings where id = ${bookingId}`;
    expect(row).toMatchObject({
      guest_email: `deleted+${bookingId}@guest.invalid`,
      guest_name: null,
      status: 'canceled',
    });
    for (const table of ['prep_packs', 'enrichments', 'booking_answers', 'booking_guests', 'booking_tokens'])
      expect(await its.stack.sql`select 1 from ${its.stack.sql(table)} where booking_id = ${bookingId}`).toHaveLength(
        0,
      );
    for (const table of ['prep_packs', 'enrichments', 'booking_answers', 'booking_guests', 'booking_tokens'])
      expect(
        (await its.stack.sql`select 1 from ${its.stack.sql(table)} where booking_id = ${otherId}`).length,
        table,
      ).toBeGreaterThan(0);

    // Again: nothing is left to do.
    expect(await deleted(holder.guest)).toMatchObject({ status: 200, value: { meetings: 0 } });
    await canceled(otherId);
    await deleted(other.guest);
    const replays = await its.stack.sql`select 1 from idempotency_records where booking_id = ${bookingId}`;
    expect(replays).toHaveLength(1);
    expect(await tablesWith('zebrafish')).toEqual([]);
    const [log] = await its.stack.sql`select data from activity_log where action = 'guest.deleted' order by id limit 1`;
    expect(log?.data).toEqual({ meetings: 1 });
  });

  it('takes a further guest from somebody else’s meeting', async () => {
    const holder = await guests.ready({}, host);
    const bookingId = await booked({ ...holder, starts: holder.starts.slice(6) });
    expect((await deleted('colleague@guest.test')).value.error.details.reason).toBe('guest_expected');
    await canceled(bookingId);
    expect(await deleted('Colleague@Guest.test')).toMatchObject({ status: 200, value: { meetings: 0 } });
    expect(await its.stack.sql`select 1 from booking_guests where booking_id = ${bookingId}`).toHaveLength(0);
    const [row] = await its.stack.sql`select guest_email::text as email from bookings where id = ${bookingId}`;
    expect(row?.email).toBe(holder.guest);
  });

  it('says that nothing is stored about an address that nobody has', async () => {
    const { status, value } = await deleted('zoe.zebrafihs@guest.test');
    expect([status, value.meetings]).toEqual([200, 0]);
    expect(value.message).toMatch(/^Nothing is stored about zoe\.zebrafihs@guest\.test in this workspace/);
    expect(value.message).toContain('list_meetings');
  });

  it('waits for a mail that is on its way, and reaches no other workspace', async () => {
    const holder = await guests.ready();
    const output = outputOf(await guests.book(holder));
    await settled(output.booking.id);
    // Of another workspace: not there for this key.
    expect(await deleted(holder.guest)).toMatchObject({ status: 200, value: { meetings: 0 } });
    expect(await tablesWith(holder.guest)).toContain('bookings');
    const key = await makeKey(its.stack.sql, { ...holder.host, name: 'Ops' });
    await its.stack.sql`update bookings set status = 'completed' where id = ${output.booking.id}`;
    await its.stack.sql`update booking_changes set announced_at = null where booking_id = ${output.booking.id}`;
    const refused = await deleted(holder.guest, key.headers);
    expect([refused.status, refused.value.error.details.reason]).toEqual([409, 'mails_under_way']);
    await its.stack.sql`update booking_changes set announced_at = now() where booking_id = ${output.booking.id}`;
  });
});

// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it.
type Any = any;
const exported = async (input: object): Promise<Any> =>
  (await callHost(its.stack.appUrl, exports.exportWorkspace, { ...input }, headers)).json();
/** All pages of a part, as a caller reads them. */
async function allOf(part: string, more: object = {}): Promise<Any[]> {
  const pages: Any[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await exported({ part, ...more, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(page);
    ({ nextCursor: cursor } = page);
  }
  return pages;
}

describe('an export', () => {
  it('of a guest has all that their deletion takes, and nothing of others', async () => {
    const [holder, other] = [await guests.ready({}, host), await guests.ready({}, host)];
    const bookingId = await booked(holder);
    await booked({ ...other, starts: other.starts.slice(3) });
    const read = async (input: object, by = headers): Promise<Any> =>
      (await callHost(its.stack.appUrl, guestExports.exportGuest, { ...input }, by)).json();
    const { meetings: found, codeRequests, nextCursor, untrusted } = await read({ email: holder.guest });
    expect(found).toMatchObject([
      {
        ...{ id: bookingId, guestEmail: holder.guest, guestName: NAME, hostNotes: 'Likes zebrafish a lot' },
        ...{ guests: ['colleague@guest.test'], answers: [{ key: 'what', value: ANSWER }] },
        prepPack: expect.any(Object),
      },
    ]);
    expect(codeRequests).toMatchObject([{ status: 'consumed' }]);
    expect([nextCursor, untrusted]).toEqual([null, expect.arrayContaining(['meetings'])]);
    expect(JSON.stringify(found)).not.toContain(other.guest);
    // Of both meetings as a further guest, page by page.
    const first = await read({ email: 'colleague@guest.test', limit: 1 });
    expect(first.meetings).toHaveLength(1);
    const second = await read({ email: 'colleague@guest.test', limit: 100, cursor: first.nextCursor });
    expect(second.meetings.length).toBeGreaterThan(0);
    const elsewhere = await createHost(its.stack.sql);
    const stranger = await makeKey(its.stack.sql, { ...elsewhere, name: 'Elsewhere' });
    expect((await read({ email: holder.guest }, stranger.headers)).meetings).toEqual([]);
    const log = await its.stack.sql`
      select data from activity_log where workspace_id = ${host.workspaceId} and action = 'guest.exported'`;
    expect(log.length).toBeGreaterThan(0);
    expect(JSON.stringify(log)).not.toContain(holder.guest);
  });

  it('of the workspace has each row once, whatever the size of a page, and no secret', async () => {
    const holder = await guests.ready({}, host);
    const bookingId = await booked(holder, 5);
    const { sql } = its.stack;
    await sql`update bookings set guest_name = '=HYPERLINK("http://evil.test")' where id = ${bookingId}`;
    const whole: string[] = [];
    for (const part of ExportPart.options) {
      const small = (await allOf(part, { limit: 2 })).flatMap(({ rows }) => rows);
      const large = (await allOf(part, { limit: 500 })).flatMap(({ rows }) => rows);
      whole.push(JSON.stringify(large));
      // Each first page is logged, so the log grows.
      expect(part === 'activity' ? large.slice(0, small.length) : large).toEqual(small);
      expect(large.length, part).toBeGreaterThan(part === 'teams' ? -1 : 0);
    }
    const [counted] =
      await sql`select count(*)::int as meetings from bookings where workspace_id = ${host.workspaceId}`;
    const meetingRows = JSON.parse(whole[ExportPart.options.indexOf('meetings')] ?? '[]');
    expect(meetingRows).toHaveLength(counted?.meetings);
    const guestRows = JSON.parse(whole[ExportPart.options.indexOf('guests')] ?? '[]') as { email: string }[];
    expect(new Set(guestRows.map(({ email }) => email)).size).toBe(guestRows.length);
    expect(guestRows.find(({ email }) => email === holder.guest)).toMatchObject({ meetings: 1 });
    const hashes = await sql<{ hash: string }[]>`
      select encode(hash, 'base64') as hash from api_keys union all select encode(token_hash, 'base64') from booking_tokens`;
    for (const secret of [headers.authorization?.slice(7) ?? '', ...hashes.map(({ hash }) => hash)])
      expect(whole.join('')).not.toContain(secret);
    const csv = (await allOf('meetings', { format: 'csv', limit: 1 })).map((page) => page.csv).join('');
    expect(csv.split('\r\n')[0]).toMatch(/^id,status,startAt,/);
    expect(csv.match(/^id,status/gm)).toHaveLength(1);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
    const [log] = await sql`
      select count(distinct data->>'part')::int as parts from activity_log where action = 'workspace.exported'`;
    expect(log?.parts).toBe(ExportPart.options.length);
  });
});
