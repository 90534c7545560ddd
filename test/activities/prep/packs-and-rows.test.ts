import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askedAt } from '../../../domain/prep/source.ts';
import { DAY_MS } from '../../../domain/time/civil.ts';
import { keepFacts, readLastFacts } from '../../../store/prep/domain-lookups.ts';
import { beginPrep } from '../../../store/prep/enrichments.ts';
import { readPackInput } from '../../../store/prep/pack-inputs.ts';
import { noteBookingChange, noteInputsChange } from '../../../store/prep/prep-packs.ts';
import { foreseeLookUp, refreshPack } from '../../../store/prep/refresh-pack.ts';
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

describe('what others looked up', () => {
  it('is paid for like any other, and does not tell when they asked', async () => {
    const startedMs = Date.now();
    await its.packed(await its.newHost());
    const host = await its.newHost();
    const bookingId = await its.packed(host);
    const { facts, parts, creditsCharged } = await its.recordOf(bookingId);
    expect([its.looksUp, creditsCharged, await creditsLeft(its.database, host.workspaceId)]).toEqual([1, 1, 4]);
    // The first one asked at the time that the recorded facts have.
    expect(FACTS.dns.askedAtMs).toBeLessThan(startedMs - 1);
    for (const askedAtMs of [facts?.dns, facts?.site, facts?.rdap].map((answer) => answer?.askedAtMs))
      expect(askedAtMs).toBeGreaterThanOrEqual(startedMs - 1_000);
    const runs = Object.values(parts?.providerBreakdown ?? {});
    expect(runs.every(({ askedAt }) => Date.parse(askedAt) >= startedMs - 1_000)).toBe(true);
    // Longer than the look-up itself would tell that somebody else asked.
    expect([FACTS.dns.tookMs > 0, runs.map(({ tookMs }) => tookMs)]).toEqual([true, [0, 0, 0]]);
  });

  it('takes no place of what was not found, unless the workspace paid for it itself', async () => {
    const payer = await its.newHost();
    await its.packed(payer);
    await keepFacts(its.database.sql, askedAt(FACTS, Date.now() - 60 * DAY_MS));
    await its.database.sql`update domain_lookups set looked_up_at = now() - interval '60 days'`;
    await its.database
      .sql`update enrichments set paid_at = now() - interval '60 days' where workspace_id = ${payer.workspaceId}`;
    its.found = askedAt(NOTHING, Date.now());
    const other = await its.newHost();
    expect(await its.recordOf(await its.packed(other))).toMatchObject({
      status: 'failed',
      isStale: false,
      creditsCharged: 0,
    });
    expect(await its.recordOf(await its.packed(payer))).toMatchObject({
      status: 'degraded',
      isStale: true,
      creditsCharged: 0,
    });
    expect(await creditsLeft(its.database, payer.workspaceId)).toBe(4);
  });
});

describe('what a workspace paid for', () => {
  it('is free for thirty days from then: a free use does not lengthen them', async () => {
    const host = await its.newHost();
    const first = await its.packed(host);
    await its.database
      .sql`update enrichments set paid_at = now() - interval '20 days', looked_up_at = now() - interval '20 days' where booking_id = ${first}`;
    const second = await its.packed(host);
    expect(await its.recordOf(second)).toMatchObject({ status: 'succeeded', creditsCharged: 0 });
    await its.database.sql`update enrichments set paid_at = paid_at - interval '11 days'`;
    expect((await its.recordOf(await its.packed(host))).creditsCharged).toBe(1);
  });

  it('while it is asked again for a part, for nothing, begins no further thirty days', async () => {
    const host = await its.newHost();
    its.found = askedAt(company(DOMAIN, { site: 'timeout' }), Date.now() - 66 * 60_000);
    const first = await its.packed(host);
    expect(await its.recordOf(first)).toMatchObject({ status: 'degraded', creditsCharged: 1 });
    await its.database.sql`delete from domain_lookups`;
    its.found = askedAt(FACTS, Date.now());
    const second = await its.meet(host);
    await noteBookingChange(its.database.sql, second, 1);
    expect(await its.activities.advancePrep(second)).toEqual({ next: 'look up', attempt: 1 });
    // The thirty days end while the sources are asked.
    await its.database.sql`update enrichments set paid_at = paid_at - interval '31 days' where booking_id = ${first}`;
    await its.activities.lookUpCompany(second, 1);
    await its.activities.advancePrep(second);
    expect(await its.recordOf(second)).toMatchObject({ status: 'succeeded', creditsCharged: 0 });
    await its.database.sql`update domain_lookups set looked_up_at = now() - interval '31 days'`;
    expect((await its.recordOf(await its.packed(host))).creditsCharged).toBe(1);
    expect(await creditsLeft(its.database, host.workspaceId)).toBe(3);
  });

  it('with its last credit is one of two companies, asked for at the same moment, and the ledger says so', async () => {
    for (let round = 0; round < 5; round += 1) {
      const host = await its.newHost(1);
      const [one, other] = [await its.meet(host), await its.meet(host)];
      await its.database.sql`update bookings set guest_email = 'ada@pebble-orbit.io' where id = ${other}`;
      for (const bookingId of [one, other]) await noteBookingChange(its.database.sql, bookingId, 1);
      await Promise.all([its.make(one), its.make(other)]);
      const records = [await its.recordOf(one), await its.recordOf(other)];
      expect(records.map(({ status }) => status).toSorted()).toEqual(['skipped_no_credits', 'succeeded']);
      for (const { status, creditsCharged } of records) expect(creditsCharged).toBe(status === 'succeeded' ? 1 : 0);
      expect(await creditsLeft(its.database, host.workspaceId)).toBe(0);
      const entries = await its.database.sql`
        select sum(amount)::int as sum, count(*) filter (where kind = 'spent')::int as spent from credit_entries where workspace_id = ${host.workspaceId}`;
      expect(entries[0]).toEqual({ sum: 0, spent: 1 });
    }
  });

  it('is free for a first look-up that was off before', async () => {
    const host = await its.newHost();
    const first = await its.packed(host);
    await its.database.sql`update enrichments set paid_at = now() - interval '3 days' where booking_id = ${first}`;
    await its.database.sql`update workspaces set prep_lookups = false where id = ${host.workspaceId}`;
    const second = await its.packed(host);
    expect((await its.recordOf(second)).status).toBe('skipped_off');
    await its.database.sql`update workspaces set prep_lookups = true where id = ${host.workspaceId}`;
    await its.refresh(host, second);
    await its.make(second);
    expect(await its.recordOf(second)).toMatchObject({ status: 'succeeded', creditsCharged: 0 });
  });
});

describe('a refresh', () => {
  it('says what will be: of a setting, an address, credits, and facts that were paid for', async () => {
    const host = await its.newHost(1);
    const asked = async (more: { domain?: string | null; isOffHere?: boolean } = {}) => {
      const bookingId = await its.meet(host);
      const place = { bookingId, workspaceId: host.workspaceId, revision: 1 };
      const setting = { domain: DOMAIN, isOffHere: false, ...more };
      const before = await foreseeLookUp(its.database.sql, bookingId, setting);
      const refreshed = await refreshPack(its.database.sql, { ...place, ...setting });
      expect(refreshed?.forecast).toEqual(before);
      return { bookingId, forecast: before };
    };
    expect((await asked({ isOffHere: true })).forecast).toEqual({ off: 'installation' });
    expect((await asked({ domain: null })).forecast).toBe('no company');
    const first = await asked();
    expect(first.forecast).toBe('look up');
    await its.make(first.bookingId);
    expect((await its.recordOf(first.bookingId)).creditsCharged).toBe(1);
    const second = await asked();
    expect(second.forecast).toBe('paid for');
    await its.make(second.bookingId);
    expect([its.looksUp, (await its.recordOf(second.bookingId)).creditsCharged]).toEqual([1, 0]);
    await its.database
      .sql`update enrichments set paid_at = now() - interval '31 days' where booking_id = ${first.bookingId}`;
    const third = await asked();
    expect(third.forecast).toBe('no credits');
    await its.make(third.bookingId);
    expect((await its.recordOf(third.bookingId)).status).toBe('skipped_no_credits');
    await its.database.sql`update workspaces set prep_lookups = false where id = ${host.workspaceId}`;
    expect((await asked()).forecast).toEqual({ off: 'workspace' });
  });

  it('asks the sources again an hour after a failure, however often notes change', async () => {
    its.found = NOTHING;
    const host = await its.newHost();
    const bookingId = await its.packed(host);
    await its.refresh(host, bookingId);
    await its.make(bookingId);
    expect(its.looksUp).toBe(1);
    await its.database
      .sql`update enrichments set looked_up_at = now() - interval '61 minutes' where booking_id = ${bookingId}`;
    await its.database.sql`update look_up_leases set failed_at = failed_at - interval '61 minutes'`;
    await its.database.sql.begin((tx) => noteInputsChange(tx, bookingId));
    await its.make(bookingId);
    await its.refresh(host, bookingId);
    await its.make(bookingId);
    expect(its.looksUp).toBe(2);
  });

  it('while a pack is being made changes nothing', async () => {
    const host = await its.newHost(0);
    const bookingId = await its.packed(host);
    await its.refresh(host, bookingId);
    const wish = {
      id: uuidv7(),
      workspaceId: host.workspaceId,
      emailClass: 'business',
      domain: DOMAIN,
      offBy: null,
    } as const;
    expect(await beginPrep(its.database.sql, bookingId, wish)).toEqual({ next: 'make' });
    await its.refresh(host, bookingId);
    await its.make(bookingId);
    expect((await its.recordOf(bookingId)).status).toBe('skipped_no_credits');
    expect((await readPackInput(its.database.sql, bookingId))?.lookUp.credits).toBe('never');
  });
});

it('a pack that is made anew waits for nobody who spends credits', async () => {
  const host = await its.newHost();
  const bookingId = await its.packed(host);
  await its.database.sql.begin((tx) => noteInputsChange(tx, bookingId));
  await its.database.sql.begin(async (tx) => {
    await tx`select 1 from workspaces where id = ${host.workspaceId} for no key update`;
    expect((await its.activities.advancePrep(bookingId)).next).toBe('mail');
  });
});

describe('a domain that was found gone', () => {
  const gone = (more: Parameters<typeof company>[1] = {}) =>
    askedAt(company(DOMAIN, { dns: 'not_found', site: 'not_found', rdap: 'not_found', ...more }), Date.now());
  const anHourLater = async () => {
    await its.database.sql`update look_up_leases set failed_at = failed_at - interval '61 minutes'`;
    await its.database.sql`update domain_lookups set facts = ${its.database.sql.json(
      askedAt((await readLastFacts(its.database.sql, DOMAIN)) ?? FACTS, Date.now() - 61 * 60_000) as never,
    )}`;
  };

  it('has no facts from before: not for who paid for them, not for others, and not after it came back', async () => {
    its.found = askedAt(FACTS, Date.now());
    const [payer, other] = [await its.newHost(), await its.newHost()];
    await its.packed(payer);
    await its.packed(other);
    await its.database
      .sql`update enrichments set paid_at = now() - interval '3 days', looked_up_at = now() - interval '3 days' where domain = ${DOMAIN}`;
    await its.database.sql`update domain_lookups set looked_up_at = now() - interval '3 days'`;
    its.found = gone();
    const first = await its.packed(payer);
    // What it paid for is fresh: nobody asks, until somebody finds the domain gone.
    expect(await its.recordOf(first)).toMatchObject({ status: 'succeeded', creditsCharged: 0 });
    await its.database.sql`update enrichments set looked_up_at = now() - interval '3 days' where booking_id = ${first}`;
    await its.refresh(payer, first);
    await its.make(first);
    for (const host of [payer, other, await its.newHost()]) {
      const bookingId = await its.packed(host);
      const { facts, creditsCharged } = await its.recordOf(bookingId);
      expect([facts?.dns.outcome, facts?.site.outcome, creditsCharged]).toEqual(['failed', 'failed', 0]);
      expect(await its.textOf(bookingId)).toContain('does not exist in the DNS');
    }
    expect([
      await creditsLeft(its.database, payer.workspaceId),
      await creditsLeft(its.database, other.workspaceId),
    ]).toEqual([4, 4]);
    // Sources that do not answer now bring nothing back either.
    await anHourLater();
    its.found = askedAt(NOTHING, Date.now());
    expect(await its.recordOf(await its.packed(payer))).toMatchObject({
      status: 'failed',
      isStale: false,
      facts: { site: { reason: 'timeout' } },
    });
    // Somebody else has the domain now. What was paid for is still free, with what is true now.
    await anHourLater();
    its.found = askedAt(company(DOMAIN, { site: 'timeout' }), Date.now());
    const last = await its.packed(payer);
    expect(await its.recordOf(last)).toMatchObject({ status: 'degraded', isStale: false, creditsCharged: 0 });
    expect((await its.recordOf(last)).facts?.site).toMatchObject({ outcome: 'failed', reason: 'timeout' });
    expect(await creditsLeft(its.database, payer.workspaceId)).toBe(4);
  });

  it('whose registry still knows it is believed to be gone for an hour, and costs one credit', async () => {
    its.found = gone({ rdap: {} });
    const host = await its.newHost();
    const first = await its.packed(host);
    expect(await its.recordOf(first)).toMatchObject({ status: 'succeeded', creditsCharged: 1 });
    expect((await its.recordOf(await its.packed(host))).creditsCharged).toBe(0);
    expect(its.looksUp).toBe(1);
    await anHourLater();
    its.found = askedAt(FACTS, Date.now());
    const later = await its.packed(host);
    expect(await its.recordOf(later)).toMatchObject({ status: 'succeeded', creditsCharged: 0 });
    expect(await its.textOf(later)).not.toContain('does not exist in the DNS');
    expect([its.looksUp, await creditsLeft(its.database, host.workspaceId)]).toEqual([2, 4]);
  });
});
