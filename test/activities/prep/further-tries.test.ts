import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askedAt } from '../../../domain/prep/source.ts';
import { DAY_MS } from '../../../domain/time/civil.ts';
import { noteBookingChange, readPack } from '../../../store/prep/prep-packs.ts';
import { company } from '../../domain/prep/made-up-company.ts';
import { DOMAIN, FACTS, PrepRows } from '../../support/stack/prep-rows.ts';
import { creditsLeft } from '../../support/stack/prep-stack.ts';

const NOTHING = company(DOMAIN, { dns: 'timeout', site: 'timeout', rdap: 'timeout' });

let its: PrepRows;
beforeAll(async () => {
  its = await PrepRows.open();
});
afterAll(() => its?.database.close());
beforeEach(() => its.forget());

describe('a further try', () => {
  /** All that the flow does, by its one step, until it waits. */
  async function advance(bookingId: string) {
    for (;;) {
      const next = await its.activities.advancePrep(bookingId);
      if (next.next !== 'look up') return next;
      await its.activities.lookUpCompany(bookingId, next.attempt);
    }
  }
  const letItCome = async (bookingId: string) => {
    await its.database.sql`update enrichments set retry_at = now() where booking_id = ${bookingId}`;
    await its.database.sql`update look_up_leases set failed_at = failed_at - interval '65 minutes'`;
  };

  it('that finds the company costs the one credit, and no try is left', async () => {
    const host = await its.newHost();
    its.found = NOTHING;
    const bookingId = await its.meet(host, Date.now() + 60 * DAY_MS);
    await noteBookingChange(its.database.sql, bookingId, 1);
    expect(await advance(bookingId)).toMatchObject({ next: 'wait', waitsFor: 'retry' });
    expect(await creditsLeft(its.database, host.workspaceId)).toBe(5);
    its.found = FACTS;
    await letItCome(bookingId);
    expect(await advance(bookingId)).toMatchObject({ next: 'wait', waitsFor: 'mail' });
    expect(await its.recordOf(bookingId)).toMatchObject({ status: 'succeeded', creditsCharged: 1 });
    expect([its.looksUp, await creditsLeft(its.database, host.workspaceId)]).toEqual([2, 4]);
    expect(await its.textOf(bookingId)).toContain('Acme');
  });

  it('comes three times at most, and takes no credit if nothing is found', async () => {
    const host = await its.newHost();
    its.found = NOTHING;
    const bookingId = await its.meet(host, Date.now() + 61 * DAY_MS);
    await noteBookingChange(its.database.sql, bookingId, 1);
    await advance(bookingId);
    for (let tries = 0; tries < 5; tries += 1) {
      await its.database
        .sql`update enrichments set retry_at = now() where booking_id = ${bookingId} and retry_at is not null`;
      await its.database.sql`update look_up_leases set failed_at = failed_at - interval '65 minutes'`;
      await advance(bookingId);
    }
    expect(its.looksUp).toBe(4);
    expect(await its.recordOf(bookingId)).toMatchObject({ status: 'failed', creditsCharged: 0 });
    expect(await creditsLeft(its.database, host.workspaceId)).toBe(5);
  });

  it('for a part that a source did not tell costs nothing, also without credits, and mends the pack', async () => {
    const host = await its.newHost(1);
    const part = company(DOMAIN, { site: 'timeout' });
    its.found = askedAt(part, Date.now());
    const bookingId = await its.meet(host, Date.now() + 62 * DAY_MS);
    await noteBookingChange(its.database.sql, bookingId, 1);
    expect(await advance(bookingId)).toMatchObject({ next: 'wait', waitsFor: 'retry' });
    expect(await its.recordOf(bookingId)).toMatchObject({
      status: 'degraded',
      creditsCharged: 1,
      retryAt: expect.any(Date),
    });
    // Nothing new: what was found stays as it was, and is not called old.
    its.found = askedAt(NOTHING, Date.now());
    await letItCome(bookingId);
    await oldParts(bookingId);
    expect(await advance(bookingId)).toMatchObject({ next: 'wait', waitsFor: 'retry' });
    expect(await its.recordOf(bookingId)).toMatchObject({
      status: 'degraded',
      isStale: false,
      error: null,
      creditsCharged: 1,
    });
    expect((await its.recordOf(bookingId)).facts?.dns.outcome).toBe('found');
    its.found = askedAt(company(DOMAIN, {}), Date.now());
    await letItCome(bookingId);
    await oldParts(bookingId);
    await advance(bookingId);
    expect(await its.recordOf(bookingId)).toMatchObject({ status: 'succeeded', creditsCharged: 1, retryAt: null });
    expect(its.looksUp).toBe(3);
    expect((await readPack(its.database.sql, bookingId))?.status).toBe('succeeded');
  });

  it('does not come for a site that refuses, and not once look-ups are off', async () => {
    const host = await its.newHost();
    its.found = askedAt(company(DOMAIN, { site: 'refused' }), Date.now());
    const refused = await its.meet(host, Date.now() + 63 * DAY_MS);
    await noteBookingChange(its.database.sql, refused, 1);
    expect(await advance(refused)).toMatchObject({ waitsFor: 'mail' });
    await its.database.sql`delete from domain_lookups`;
    const other = await its.newHost();
    its.found = askedAt(company(DOMAIN, { site: 'timeout' }), Date.now());
    const bookingId = await its.meet(other, Date.now() + 64 * DAY_MS);
    await noteBookingChange(its.database.sql, bookingId, 1);
    await advance(bookingId);
    await its.database.sql`update workspaces set prep_lookups = false where id = ${other.workspaceId}`;
    await letItCome(bookingId);
    expect(await advance(bookingId)).toMatchObject({ waitsFor: 'mail' });
    expect(await its.recordOf(bookingId)).toMatchObject({ status: 'degraded', attempt: 1, retryAt: null });
  });

  /** As if the look-up had been more than an hour ago. */
  const oldParts = async (bookingId: string) => {
    const { facts } = await its.recordOf(bookingId);
    const older = its.database.sql.json(askedAt(facts ?? FACTS, Date.now() - 66 * 60_000) as never);
    await its.database.sql`update enrichments set facts = ${older} where booking_id = ${bookingId}`;
    await its.database.sql`update domain_lookups set facts = ${older} where domain = ${DOMAIN}`;
  };
});
