import { describe, expect, it } from 'vitest';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { makeBooking, nextStart } from '../../../support/drivers/host-bookings.ts';
import { hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { surfaces } from '../../../support/drivers/surfaces.ts';
import { iso } from '../../../support/factories/meeting.ts';
import { shareTeamStack } from '../../../support/stack/team-stack.ts';

const its = shareTeamStack({ deadlineMs: 20_000 });

describe.each(surfaces)('over %s', (surface) => {
  const call = hostCallOver(surface, () => its.stack);

  describe('propose_slots', () => {
    const propose = async (more: Readonly<Record<string, unknown>> = {}) =>
      call(
        meetings.proposeSlots,
        { eventTypeId: its.team.host.eventTypeId, ...more },
        (await its.team.key('manager')).headers,
      );

    it('offers eight open starts on eight days, in the zone that was asked for', async () => {
      const { output } = await propose({ timeZone: 'Europe/Berlin' });
      expect(output).toMatchObject({ eventTypeId: its.team.host.eventTypeId, count: 8 });
      const dates = output.slots.map(({ local }: { local: { dateLocal: string } }) => local.dateLocal);
      expect(new Set(dates).size).toBe(8);
      const open = (await its.team.host.listedStarts()).map(iso);
      for (const { startUtc, local } of output.slots) {
        expect(open).toContain(startUtc);
        expect(local.timezone).toBe('Europe/Berlin');
      }
    });

    it('keeps to its window and limit, and may find nothing', async () => {
      const fromMs = nextStart();
      const { output } = await propose({ from: iso(fromMs), to: iso(fromMs + 4 * 1_800_000), limit: 50 });
      expect(output.slots.map(({ startUtc }: { startUtc: string }) => Date.parse(startUtc) - fromMs)).toEqual(
        [0, 1, 2, 3].map((nth) => nth * 1_800_000),
      );
      expect((await propose({ from: iso(fromMs + 1), to: iso(fromMs + 2) })).output).toMatchObject({
        slots: [],
        count: 0,
        why: expect.stringContaining('The next is'),
        next: { startUtc: iso(fromMs + 1_800_000), local: { timezone: 'UTC' } },
      });
      const past = await propose({ when: 'tomorrow 9:05 to 9:10', timeZone: 'Europe/Berlin' });
      expect(past.output).toMatchObject({ slots: [], why: expect.stringContaining('say a later `when`') });
      const far = await propose({ from: '2999-01-01T00:00Z' });
      expect(far.output).toMatchObject({ slots: [], why: expect.stringContaining('explain_slot'), next: null });
      const reversed = await propose({ from: iso(fromMs), to: iso(fromMs) });
      expect(reversed.error).toMatchObject({ code: 'request.invalid', details: { issues: [{ path: 'to' }] } });
    });

    it('takes a time in words, in the zone of the answer, and says how it was read', async () => {
      const { output } = await propose({ when: 'afternoons in two weeks', timeZone: 'Europe/Berlin', limit: 50 });
      expect(output.understood).toMatch(/each day 12:00 to 18:00 \(Europe\/Berlin\)$/);
      expect(output.slots.length).toBeGreaterThan(5);
      for (const { local } of output.slots) {
        expect(local.startLocal >= '12:00' && local.startLocal < '18:00').toBe(true);
      }
      const both = await propose({ when: 'tomorrow', from: iso(nextStart()) });
      expect(both.error).toMatchObject({ code: 'request.invalid', details: { issues: [{ path: 'when' }] } });
      const unclear = await propose({ when: '2/3' });
      expect(unclear.error).toMatchObject({ code: 'request.unprocessable', details: { reason: 'when_unclear' } });
      expect(unclear.error?.details.alternatives).toHaveLength(2);
    });

    it('proposes times to move a meeting to: of its own hosts, its own time not among the taken ones', async () => {
      const { team, stack } = its;
      const { bookingId, startMs, eventTypeId } = await makeBooking(stack.sql, team, { hostId: team.host.userId });
      const around = {
        from: iso(startMs - 900_000),
        to: iso(startMs + 45 * 60_000),
        limit: 50,
        eventTypeId: undefined,
      };
      const { output } = await propose({ ...around, bookingId });
      expect(output.eventTypeId).toBe(eventTypeId);
      const starts = output.slots.map(({ startUtc }: { startUtc: string }) => Date.parse(startUtc));
      expect(starts).toEqual([startMs + 1_800_000]);
      const both = await propose({ bookingId });
      expect(both.error).toMatchObject({ details: { issues: [{ path: 'eventTypeId' }] } });
      await stack.sql`update bookings set status = 'canceled' where id = ${bookingId}`;
      expect((await propose({ ...around, bookingId })).error.details.reason).toBe('booking_canceled');
    });

    it('looks on where the next two weeks are closed', async () => {
      await its.stack
        .sql`update event_types set minimum_notice_minutes = ${30 * 1_440} where id = ${its.team.host.eventTypeId}`;
      const { output } = await propose({ limit: 3 });
      expect(output.count).toBe(3);
      expect(Date.parse(output.slots[0].startUtc)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    });
  });
});
