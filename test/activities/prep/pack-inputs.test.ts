import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../domain/time/civil.ts';
import { readPackInput } from '../../../store/prep/pack-inputs.ts';
import { type NoPackReason, noteBookingChange, readNoPackReason, readPack } from '../../../store/prep/prep-packs.ts';
import { changeEvent, giveForm, intake } from '../../support/drivers/host.ts';
import { nextStart, pastStart } from '../../support/drivers/host-bookings.ts';
import { DOMAIN, PrepRows } from '../../support/stack/prep-rows.ts';

let its: PrepRows;
beforeAll(async () => {
  its = await PrepRows.open();
});
afterAll(() => its?.database.close());
beforeEach(() => its.forget());

it('history ends at the workspace and at the host', async () => {
  const [host, stranger] = [await its.newHost(), await its.newHost()];
  const other = await its.colleague(host);
  await its.meet(host, pastStart(), other.userId);
  await its.meet(stranger, pastStart());
  // The same person hosts in both workspaces.
  await its.database.sql`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (gen_random_uuid(), ${stranger.workspaceId}, ${host.userId}, 'guest-host', 'member')`;
  await its.meet(stranger, pastStart(), host.userId);
  // Bookings of test keys are no history.
  await its.database.sql`update bookings set test_mode = true where id = ${await its.meet(host, pastStart())}`;
  expect(await its.textOf(await its.packed(host))).toContain('No earlier meeting in your records');
  await its.meet(host, pastStart());
  expect(await its.textOf(await its.packed(host))).toContain('You met once');
});

describe('what was before', () => {
  const write = (bookingId: string, notes: string) =>
    its.database.sql`update bookings set host_notes = ${notes} where id = ${bookingId}`;
  const from = (bookingId: string, email: string) =>
    its.database.sql`update bookings set guest_email = ${email} where id = ${bookingId}`;

  it('has the notes of the last meeting that took place, if all hosts of this one were in it', async () => {
    const host = await its.newHost();
    await write(await its.meet(host, pastStart() - 7 * DAY_MS), 'Older words');
    await write(await its.meet(host, pastStart()), 'Wants references');
    await write(await its.meet(host, nextStart() + DAY_MS), 'Not yet');
    const bookingId = await its.packed(host);
    const text = await its.textOf(bookingId);
    expect(text).toContain('**Note of last time:** Wants references *(host)*');
    expect(text).not.toMatch(/Older words|Not yet/);
    // A colleague joins: they may not read what was noted without them.
    const other = await its.colleague(host);
    await its.database.sql`
      insert into booking_hosts (booking_id, user_id, position) values (${bookingId}, ${other.userId}, 1)`;
    expect((await readPackInput(its.database.sql, bookingId))?.history).not.toHaveProperty('lastNotes');
    expect((await readPackInput(its.database.sql, bookingId))?.history.completed).toBe(2);
  });

  it('counts others of the same company, of the same host and workspace, and never of a mail provider', async () => {
    const [host, stranger] = [await its.newHost(), await its.newHost()];
    const other = await its.colleague(host);
    const past = async (email: string, by = host, hostId = by.userId) => {
      const bookingId = await its.meet(by, pastStart(), hostId);
      await from(bookingId, email);
      return bookingId;
    };
    await past(`bo@${DOMAIN}`);
    await past(`bo@${DOMAIN}`);
    await past(`cy@mail.${DOMAIN}`);
    await past(`di@not${DOMAIN}`);
    await past(`ed@${DOMAIN}`, stranger);
    await past(`flo@${DOMAIN}`, host, other.userId);
    await its.database.sql`update bookings set status = 'canceled' where id = ${await past(`gus@${DOMAIN}`)}`;
    await its.database.sql`update bookings set test_mode = true where id = ${await past(`ida@${DOMAIN}`)}`;
    await from(await its.meet(host, nextStart() + DAY_MS), `hal@${DOMAIN}`);
    const bookingId = await its.packed(host);
    expect((await readPackInput(its.database.sql, bookingId))?.history.colleagues?.people).toBe(2);
    const text = await its.textOf(bookingId);
    expect(text).toContain('No earlier meeting in your records. You met 2 other people who write from there, last on ');
    expect(text).not.toMatch(/\b(?:bo|cy)@/);
    await past('ivy@gmail.com');
    const personal = await its.meet(host);
    await from(personal, 'jo@gmail.com');
    await noteBookingChange(its.database.sql, personal, 1);
    await its.activities.advancePrep(personal);
    expect((await readPackInput(its.database.sql, personal))?.history).not.toHaveProperty('colleagues');
  });
});

it('answers have the answer that their question depends on, by the form as it is; the others are as ever', async () => {
  const host = await its.newHost();
  await giveForm(its.database.sql, host, intake);
  const bookingId = await its.meet(host);
  const given = [
    ['topic', 'What about?', 'Docks'],
    ['has_tool', 'Do you use a tool today?', 'Yes'],
    ['tool', 'Which one?', 'Paper'],
  ] as const;
  const rows = given.map(([key, label, display], position) => ({
    ...{ booking_id: bookingId, position, key, label, value: its.database.sql.json(display), display },
  }));
  await its.database.sql`insert into booking_answers ${its.database.sql(rows)}`;
  await noteBookingChange(its.database.sql, bookingId, 1);
  await its.make(bookingId);
  const answersNow = async () => (await readPackInput(its.database.sql, bookingId))?.answers;
  const [topic, uses, which] = given.map(([key, label, display]) => ({ key, label, display }));
  expect(await answersNow()).toStrictEqual([topic, uses, { ...which, follows: 'has_tool' }]);
  expect((await readPack(its.database.sql, bookingId))?.pack?.inTheirWords?.map(({ words }) => words)).toEqual([
    'Docks',
    'Yes',
    'Paper',
  ]);
  await changeEvent(its.database.sql, host, { form_id: null });
  expect(await answersNow()).toStrictEqual([topic, uses, which]);
});

describe('a meeting without a pack has none', () => {
  const why = (bookingId: string) => readNoPackReason(its.database.sql, bookingId);

  it.each<[NoPackReason, string]>([
    ['before_packs', ''],
    ['not_confirmed', "update bookings set status = 'pending_confirmation', decide_by = start_at where id = $1"],
    ['over', "update bookings set status = 'canceled' where id = $1"],
    [
      'over',
      "update bookings set start_at = now() - interval '2 hours', end_at = now() - interval '1 hour' where id = $1",
    ],
    [
      'event_type_off',
      'update event_types set prep = false where id = (select event_type_id from bookings where id = $1)',
    ],
    [
      'on_its_way',
      `insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, created_at)
       select id, 9, 'confirmed', 'guest', start_at, end_at, now() from bookings where id = $1`,
    ],
    [
      'on_its_way',
      'insert into prep_packs (booking_id, workspace_id, revision) select id, workspace_id, 1 from bookings where id = $1',
    ],
  ])('%s, after: %s', async (reason, change) => {
    const bookingId = await its.meet(await its.newHost(0));
    await its.database.sql`update booking_changes set announced_at = now() where booking_id = ${bookingId}`;
    if (change !== '') await its.database.sql.unsafe(change, [bookingId]);
    expect(await why(bookingId)).toBe(reason);
  });
});
