import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodeHolder, codeBookingOver } from '../../../support/drivers/code-booking.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { createHost, giveForm, intake, nearestStarts } from '../../../support/drivers/host.ts';
import { outputOf, refusalOf, surfaces } from '../../../support/drivers/surfaces.ts';
import {
  ageGuestRecords,
  bookMeeting,
  codeFor,
  iso,
  mailCounts,
  updatesOf,
  wrongCode,
} from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());

describe.each(surfaces)('book over %s', (surface) => {
  const caller = codeBookingOver(surface, () => stack);
  const { call, ready, book } = caller;

  const challengeOf = async ({ guest }: CodeHolder) => {
    const [row] = await stack.sql<{ id: string; status: string; wrong_guesses: number }[]>`
      select id, status, wrong_guesses from challenges where guest_email = ${guest} order by created_at desc limit 1`;
    if (!row) throw new Error('no challenge');
    return row;
  };

  describe('422: the code', () => {
    const reasonOf = async (outcome: ReturnType<typeof book>) => {
      const { status, details } = refusalOf(await outcome);
      return [status, details.reason, details.attemptsLeft];
    };

    it('wrong: counts down, is burned for this client after five, and never reaches the flow', async () => {
      const here = await ready();
      const tries = [];
      for (let n = 1; n <= 5; n++) tries.push(await reasonOf(book({ ...here, code: wrongCode(here.code, n) })));
      expect(tries).toEqual([
        [422, 'code_invalid', 4],
        [422, 'code_invalid', 3],
        [422, 'code_invalid', 2],
        [422, 'code_invalid', 1],
        [422, 'code_burned', 0],
      ]);
      expect(await reasonOf(book(here))).toEqual([422, 'code_burned', 0]);
      const { id, wrong_guesses } = await challengeOf(here);
      expect(wrong_guesses).toBe(5);
      expect(await updatesOf(stack, id)).toEqual({ requestCode: 1 });
      expect(outputOf(await book(here, {}, '198.51.100.9')).booking.id).toBe(id);
    });

    it('wrong fifteen times from three clients: burned for everyone', async () => {
      const here = await ready();
      const clients = ['192.0.2.1', '192.0.2.2', '2001:db8::1'];
      for (const from of clients) {
        for (let n = 1; n <= 5; n++) await book({ ...here, code: wrongCode(here.code, n) }, {}, from);
      }
      expect(await reasonOf(book(here, {}, '192.0.2.99'))).toEqual([422, 'code_burned', 0]);
      const { id, status, wrong_guesses } = await challengeOf(here);
      expect([status, wrong_guesses]).toEqual(['burned', 15]);
      expect(await updatesOf(stack, id)).toEqual({ requestCode: 1 });
      expect(await stack.sql`select 1 from attempts where booking_id = ${id}`).toHaveLength(0);
    });

    it('twelve wrong ones at once: at most five are checked, none is accepted', async () => {
      const here = await ready();
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, n) => book({ ...here, code: wrongCode(here.code, n + 1) })),
      );
      const reasons = outcomes.map((outcome) => refusalOf(outcome).details.reason);
      // Two counts run in parallel, and the answer has the smaller one. So code_burned may come one try early, never late.
      const heard = reasons.filter((reason) => reason === 'code_invalid').length;
      expect(heard).toBeLessThanOrEqual(4);
      expect(reasons.filter((reason) => reason === 'code_burned')).toHaveLength(12 - heard);
      expect((await challengeOf(here)).wrong_guesses).toBe(5);
    });

    it('burned: a new one may be asked for at once, and works', async () => {
      const here = await ready();
      for (let n = 1; n <= 5; n++) await book({ ...here, code: wrongCode(here.code, n) });
      outputOf(await call('requestCode', { ...here.host.address, email: here.guest }));
      expect(await mailCounts(stack, here.guest)).toEqual({ booking_code: 2 });
      outputOf(await book({ ...here, code: await codeFor(stack, here.guest) }));
    });

    it('expired', async () => {
      const here = await ready();
      await ageGuestRecords(stack, here.guest, 601);
      expect(await reasonOf(book(here))).toEqual([422, 'code_expired', undefined]);
    });

    it('used for another start', async () => {
      const here = await ready();
      outputOf(await book(here));
      expect(await reasonOf(book(here, { startAt: iso(here.starts[1] ?? 0) }))).toEqual([422, 'code_used', undefined]);
    });

    it('of another guest, of another event, or never asked for', async () => {
      const here = await ready();
      const other = await createHost(stack.sql);
      const asIfWrong = [422, 'code_invalid', 4];
      expect(await reasonOf(book({ ...here, guest: newGuest() }))).toEqual(asIfWrong);
      expect(await reasonOf(book({ ...here, host: other }))).toEqual(asIfWrong);
      expect((await challengeOf(here)).wrong_guesses).toBe(0);
    });

    it('wrong: the answers do not show whether a code exists or ever existed', async () => {
      const guessers = { out: await ready(), expired: await ready(), used: await ready(), never: await ready() };
      await ageGuestRecords(stack, guessers.expired.guest, 601);
      outputOf(await book(guessers.used));
      await ageGuestRecords(stack, guessers.used.guest, 601);
      const never = { ...guessers.never, guest: newGuest() };
      const heard = async (here: CodeHolder) => {
        const answers = [];
        for (let n = 1; n <= 6; n++)
          answers.push(refusalOf(await book({ ...here, code: wrongCode(here.code, n) }, {}, '192.0.2.50')));
        return answers;
      };
      const expected = await heard(guessers.out);
      expect(expected.map(({ details }) => details.attemptsLeft)).toEqual([4, 3, 2, 1, 0, 0]);
      for (const here of [guessers.expired, guessers.used, never]) expect(await heard(here)).toEqual(expected);
      expect((await challengeOf(guessers.used)).wrong_guesses).toBe(5);
      outputOf(await book(guessers.used));
    });

    it('wrong, before and after the guest asked for a code: one count, which does not show that they did', async () => {
      const here = await ready();
      const from = '192.0.2.52';
      const guest = newGuest();
      const left = async (code: string) =>
        refusalOf(await book({ ...here, guest, code }, {}, from)).details.attemptsLeft as number;
      const told = [await left('000000'), await left('000001')];
      outputOf(await call('requestCode', { ...here.host.address, email: guest }));
      const code = await codeFor(stack, guest);
      for (let n = 1; n <= 3; n++) told.push(await left(wrongCode(code, n)));
      expect(told).toEqual([4, 3, 2, 1, 0]);
      expect((await challengeOf({ ...here, guest })).wrong_guesses).toBe(3);
      outputOf(await book({ ...here, guest, code }, {}, from));
    });

    it('used, then guessed at by strangers up to the limit: the guest who booked gets the booking', async () => {
      const here = await ready();
      const { booking } = outputOf(await book(here));
      for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
        for (let n = 1; n <= 5; n++) await book({ ...here, code: wrongCode(here.code, n) }, {}, from);
      expect((await challengeOf(here)).wrong_guesses).toBe(15);
      expect(outputOf(await book(here)).booking.id).toBe(booking.id);
      expect(await reasonOf(book(here, {}, '192.0.2.99'))).toEqual([422, 'code_burned', 0]);
      await book({ ...here, code: wrongCode(here.code) });
      expect(await reasonOf(book(here))).toEqual([422, 'code_burned', 0]);
    });

    it('used and expired: a client who guessed too often does not learn that a code is right', async () => {
      const here = await ready();
      outputOf(await book(here));
      await ageGuestRecords(stack, here.guest, 601);
      const from = '192.0.2.51';
      for (let n = 1; n <= 5; n++) await book({ ...here, code: wrongCode(here.code, n) }, {}, from);
      await stack.sql`update stray_guesses set since = since - interval '11 minutes'`;
      expect(await reasonOf(book({ ...here, code: wrongCode(here.code) }, {}, from))).toEqual([422, 'code_invalid', 4]);
      expect(await reasonOf(book(here, {}, from))).toEqual([422, 'code_invalid', 3]);
    });
  });

  describe('409 and 422: the start, with the three nearest; the code stays good', () => {
    const refusedStart = async (here: CodeHolder, startMs: number) => {
      const refused = refusalOf(await book(here, { startAt: iso(startMs) }));
      const offered = refused.details.alternatives.map(({ startUtc }: { startUtc: string }) => Date.parse(startUtc));
      expect(offered.toSorted()).toEqual(await nearestStarts(here.host, startMs));
      expect(refused.details.alternatives[0].bookerLocal.timezone).toBe('Europe/Berlin');
      expect((await challengeOf(here)).wrong_guesses).toBe(0);
      outputOf(await book({ ...here, starts: offered }));
      return [refused.status, refused.details.reason];
    };

    it('slot_taken', async () => {
      const host = await createHost(stack.sql);
      const startMs = (await host.openStarts())[30] ?? 0;
      await bookMeeting(stack, caller, host, startMs);
      expect(await refusedStart(await ready({}, host), startMs)).toEqual([409, 'slot_taken']);
    });

    it('slot_taken, within the buffer of another', async () => {
      const host = await createHost(stack.sql, { buffer_after_minutes: 30, slot_interval_minutes: 30 });
      const startMs = (await host.openStarts())[30] ?? 0;
      await bookMeeting(stack, caller, host, startMs);
      expect(await refusedStart(await ready({}, host), startMs + HALF_HOUR_MS)).toEqual([409, 'slot_taken']);
    });

    it('slot_taken, by a firm hold', async () => {
      const host = await createHost(stack.sql);
      const startMs = (await host.openStarts())[30] ?? 0;
      outputOf(await call('requestCode', { ...host.address, email: newGuest(), startAt: iso(startMs) }));
      expect(await refusedStart(await ready({}, host), startMs)).toEqual([409, 'slot_taken']);
    });

    it('not_a_slot', async () => {
      const here = await ready();
      expect(await refusedStart(here, (here.starts[9] ?? 0) + 60_000)).toEqual([422, 'not_a_slot']);
    });

    it('too_soon', async () => {
      const here = await ready({ minimum_notice_minutes: 600 });
      expect(await refusedStart(here, (here.starts[0] ?? 0) - 2 * HALF_HOUR_MS)).toEqual([422, 'too_soon']);
    });

    it('too_far', async () => {
      const here = await ready({ max_future_days: 2 });
      expect(await refusedStart(here, (here.starts.at(-1) ?? 0) + DAY_MS)).toEqual([422, 'too_far']);
    });

    it('limit_reached', async () => {
      const host = await createHost(stack.sql, { limit_per_day: 1 });
      const tomorrow = (await host.openStarts()).find((start) => start % DAY_MS === 0) ?? 0;
      await bookMeeting(stack, caller, host, tomorrow);
      expect(await refusedStart(await ready({}, host), tomorrow + DAY_MS / 2)).toEqual([422, 'limit_reached']);
    });
  });

  describe('422: the form', () => {
    const withForm = async () => {
      const here = await ready();
      await giveForm(stack.sql, here.host, intake);
      return here;
    };
    const good = { topic: 'Plans', size: 'solo' };

    it('names the question and what it takes; the code stays good for a right answer', async () => {
      const here = await withForm();
      const wrongs = [
        [undefined, 'answer_required', 'topic'],
        [{ topic: '  ', size: 'solo' }, 'answer_required', 'topic'],
        [{ ...good, size: 'Just me' }, 'answer_invalid', 'size'],
        [{ ...good, topic: 'x'.repeat(21) }, 'answer_invalid', 'topic'],
        [{ ...good, days: ['mon', 'wed'] }, 'answer_invalid', 'days'],
        [{ ...good, seats: '3' }, 'answer_invalid', 'seats'],
        [{ ...good, seats: 10 }, 'answer_invalid', 'seats'],
        [{ ...good, has_tool: true }, 'answer_required', 'tool'],
      ] as const;
      for (const [customFields, reason, key] of wrongs) {
        const { status, message, details } = refusalOf(await book(here, { customFields }));
        expect([status, details.reason, details.key]).toEqual([422, reason, key]);
        expect(message).toContain(`customFields.${key}`);
      }
      expect((await challengeOf(here)).wrong_guesses).toBe(0);
      outputOf(await book(here, { customFields: { ...good, has_tool: true, tool: 'Pen' } }));
    });

    it('keeps checked answers with their labels, and leaves out what its condition hides', async () => {
      const here = await withForm();
      const customFields = { ...good, days: ['tue', 'mon'], seats: 3, has_tool: false, tool: 'Hidden' };
      const { booking } = outputOf(await book(here, { customFields }));
      const rows =
        await stack.sql`select key, value, display from booking_answers where booking_id = ${booking.id} order by position`;
      expect(rows.map(({ key, value }) => [key, value])).toEqual([
        ['topic', 'Plans'],
        ['size', 'solo'],
        ['days', expect.arrayContaining(['mon', 'tue'])],
        ['seats', 3],
        ['has_tool', false],
      ]);
      expect(rows.map(({ display }) => display)).toContain('Just me');
    });

    it('of answers that no question asks for refuses tools, and tells the others what is left out', async () => {
      const here = await withForm();
      const answer = await book(here, { customFields: { ...good, topics: 'x' } });
      if (surface === 'MCP') {
        expect(answer).toMatchObject({
          ok: false,
          error: { code: 'request.unprocessable', details: { reason: 'answer_unknown', field: 'customFields.topics' } },
        });
        return outputOf(await book(here, { customFields: good }));
      }
      const { booking, notice } = outputOf(answer);
      expect(notice).toContain('Ignored answers: topics; the fields of this form are topic, size');
      const rows = await stack.sql`select key from booking_answers where booking_id = ${booking.id}`;
      expect(rows.map(({ key }) => key).sort()).toEqual(['size', 'topic']);
    });
  });
});
