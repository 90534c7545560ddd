import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrepActivities, type PrepActivities } from '../../../activities/prep/prep-pack.ts';
import { CONCURRENCY } from '../../../domain/concurrency.ts';
import type { DomainFacts, SourceAnswer, SourceFailure } from '../../../domain/prep/source.ts';
import { noteBookingChange } from '../../../store/prep/prep-packs.ts';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';
import { creditsLeft, giveCredits } from '../../support/stack/prep-stack.ts';

const { perWorkspace, perTrialWorkspace } = CONCURRENCY.lookUps;
let database: TestDatabase;
let activities: PrepActivities;
const asked: string[] = [];
/** What a domain's sources answer; a domain without it hangs until it is released. */
const worlds = new Map<string, () => DomainFacts>();
/** Domains that hang until their own moment. */
const hangs = new Map<string, Promise<void>>();
let release = (): void => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});

const failed = (reason: SourceFailure): SourceAnswer<never> => ({
  ...{ sourceUrl: 'https://a.com/', askedAtMs: Date.now(), tookMs: 1, outcome: 'failed', reason },
});
const allFail = (domain: string): DomainFacts => ({
  domain,
  ...{ dns: failed('timeout'), site: failed('timeout'), rdap: failed('timeout') },
});
const found = <Facts>(facts: Facts): SourceAnswer<Facts> => ({
  ...{ sourceUrl: 'https://a.com/', askedAtMs: Date.now(), tookMs: 1, outcome: 'found', facts },
});
const registered = { registeredOn: '2020-01-01', registrar: null };
const site = { finalUrl: 'https://a.com/', title: 'A', description: null, siteName: null, language: null };
const sitePage = { ...site, organization: null, profiles: [] };

beforeAll(async () => {
  database = await cloneDatabase();
  activities = createPrepActivities({
    sql: database.sql,
    lookUpDomain: async (domain) => {
      asked.push(domain);
      const world = worlds.get(domain);
      if (!world) await (hangs.get(domain) ?? released);
      return world?.() ?? allFail(domain);
    },
    // Not reached: nothing is mailed here.
    ...{ mailer: undefined as never, service: undefined as never, links: undefined as never },
    ...{ now: Date.now, heartbeat: () => {}, onPrepFault: () => {} },
  });
});
afterAll(async () => {
  release();
  await database?.close();
});

/** A look-up that has its credit and waits for a worker. */
async function waiting(host: TestHost, domain: string, hour: number): Promise<string> {
  await giveCredits(database, host.workspaceId, 1);
  const place = { hostId: host.userId, eventTypeId: host.eventTypeId, startMs: Date.now() + (hour + 1) * 3_600_000 };
  const { bookingId } = await makeBooking(database.sql, host, place);
  await database.sql`update bookings set guest_email = ${`ada@${domain}`} where id = ${bookingId}`;
  await noteBookingChange(database.sql, bookingId, 1);
  expect(await activities.advancePrep(bookingId)).toMatchObject({ next: 'look up' });
  return bookingId;
}

const countOf = (domain: string): number => asked.filter((one) => one === domain).length;
const facts = async (bookingId: string) =>
  (
    await database.sql`select status, credits_charged as charged, facts -> 'site' ->> 'outcome' as site from enrichments where booking_id = ${bookingId}`
  )[0];

describe('look-ups have leases', () => {
  it('of one domain one asks, and its failure is the answer of the others for an hour, for no credit', async () => {
    const host = await createHost(database.sql);
    const domain = 'nobody-answers.com';
    worlds.set(domain, () => allFail(domain));
    const ids = await Promise.all(Array.from({ length: 6 }, (_, nth) => waiting(host, domain, nth)));
    const ends = await Promise.allSettled(ids.map((id) => activities.lookUpCompany(id, 1)));
    expect(countOf(domain)).toBe(1);
    const waits = ids.filter((_, nth) => ends[nth]?.status === 'rejected');
    for (const end of ends) if (end.status === 'rejected') expect(end.reason.name).toBe('NotYet');
    for (const id of waits) await activities.lookUpCompany(id, 1);
    for (const id of ids) expect(await facts(id)).toMatchObject({ status: 'failed', charged: 0 });
    expect(countOf(domain)).toBe(1);
    expect(await creditsLeft(database, host.workspaceId)).toBe(6);

    await database.sql`update look_up_leases set failed_at = failed_at - interval '61 minutes' where domain = ${domain}`;
    await activities.lookUpCompany(await waiting(host, domain, 7), 1);
    expect(countOf(domain)).toBe(2);
  });

  it('whoever takes the failure of another workspace as its answer learns neither when that was nor how long it took', async () => {
    const [first, second] = [await createHost(database.sql), await createHost(database.sql)];
    const domain = 'failed-for-others.com';
    const askedAtMs = Date.now() - 1_800_000;
    const old = { ...failed('timeout'), askedAtMs, tookMs: 1_960 };
    worlds.set(domain, () => ({ domain, dns: old, site: old, rdap: old }));
    const [mine, theirs] = [await waiting(first, domain, 0), await waiting(second, domain, 0)];
    await activities.lookUpCompany(mine, 1);
    await activities.lookUpCompany(theirs, 1);
    expect(countOf(domain)).toBe(1);
    const sites = await Promise.all(
      [mine, theirs].map(
        async (id) =>
          (await database.sql`select facts -> 'site' as site from enrichments where booking_id = ${id}`)[0]?.site,
      ),
    );
    expect(sites[0]).toMatchObject({ askedAtMs, tookMs: 1_960 });
    expect(sites[1]).toMatchObject({ reason: 'timeout', tookMs: 0 });
    expect(sites[1].askedAtMs).toBeGreaterThan(askedAtMs + 1_700_000);
  });

  it('a workspace on trial has two of them at once', async () => {
    const trial = await createHost(database.sql);
    await database.sql`
      update workspaces set subscription_status = 'trialing', trial_ends_at = now() + interval '1 day' where id = ${trial.workspaceId}`;
    const domains = Array.from({ length: perTrialWorkspace + 2 }, (_, nth) => `trial-${nth}.com`);
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    for (const domain of domains) hangs.set(domain, opened);
    const ids = await Promise.all(domains.map((domain, nth) => waiting(trial, domain, nth)));
    const looked = ids.map((id) => activities.lookUpCompany(id, 1).catch((error: Error) => error.name));
    await expect.poll(() => domains.filter((domain) => countOf(domain) > 0).length).toBe(perTrialWorkspace);
    open();
    const ends = await Promise.all(looked);
    expect(ends.filter((end) => end === 'NotYet')).toHaveLength(2);
    expect(domains.filter((domain) => countOf(domain) > 0)).toHaveLength(perTrialWorkspace);
  });

  it('domains that hang take some of the places, never those of another workspace', async () => {
    const [host, other] = [await createHost(database.sql), await createHost(database.sql)];
    const domains = Array.from({ length: perWorkspace + 4 }, (_, nth) => `hangs-${nth}.com`);
    const ids = await Promise.all(domains.map((domain, nth) => waiting(host, domain, nth)));
    const looked = ids.map((id) => activities.lookUpCompany(id, 1).catch((error: Error) => error.name));
    await expect.poll(() => domains.filter((domain) => countOf(domain) > 0).length).toBe(perWorkspace);
    worlds.set('answers.com', () => ({ ...allFail('answers.com'), rdap: found(registered) }));
    const id = await waiting(other, 'answers.com', 0);
    await activities.lookUpCompany(id, 1);
    expect(await facts(id)).toMatchObject({ charged: 1 });
    release();
    const ends = await Promise.all(looked);
    expect(ends.filter((end) => end === 'NotYet')).toHaveLength(4);
    expect(domains.filter((domain) => countOf(domain) > 0)).toHaveLength(perWorkspace);
  });

  it('of bookings of one domain at one moment one asks, and one pays', async () => {
    const host = await createHost(database.sql);
    const domain = 'much-wanted.com';
    worlds.set(domain, () => ({ ...allFail(domain), site: found(sitePage) }));
    const ids = await Promise.all(Array.from({ length: 5 }, (_, nth) => waiting(host, domain, nth)));
    for (const id of ids) await activities.lookUpCompany(id, 1);
    expect(countOf(domain)).toBe(1);
    expect(await Promise.all(ids.map(facts))).toMatchObject(
      [1, 0, 0, 0, 0].map((charged) => ({ charged, site: 'found' })),
    );
    expect(await creditsLeft(database, host.workspaceId)).toBe(4);
  });

  it('one that is given up says that nobody answered, and costs nothing', async () => {
    const host = await createHost(database.sql);
    const id = await waiting(host, 'never-asked.com', 0);
    await activities.giveUpLookUp(id, 1);
    const [row] = await database.sql`select error from enrichments where booking_id = ${id}`;
    expect(row?.error).toContain('given up before anybody answered');
    expect([countOf('never-asked.com'), await creditsLeft(database, host.workspaceId)]).toEqual([0, 1]);
  });

  it('the lease of a process that died stays with its own booking', async () => {
    const host = await createHost(database.sql);
    const domain = 'was-killed.com';
    worlds.set(domain, () => ({ ...allFail(domain), site: found(sitePage) }));
    const [mine, others] = [await waiting(host, domain, 0), await waiting(host, domain, 1)];
    await database.sql`
      insert into look_up_leases (domain, workspace_id, booking_id, leased_until)
      values (${domain}, ${host.workspaceId}, ${mine}, now() + interval '1 minute')`;
    await expect(activities.lookUpCompany(others, 1)).rejects.toThrow('waits for its lease');
    await activities.lookUpCompany(mine, 1);
    expect(await facts(mine)).toMatchObject({ status: 'degraded', site: 'found' });
  });
});

describe('what a source failed to say in passing', () => {
  it('is asked for again an hour later, by whoever looks next, and takes nothing away that was found', async () => {
    const domain = 'comes-and-goes.com';
    const [first, second, third] = [
      await createHost(database.sql),
      await createHost(database.sql),
      await createHost(database.sql),
    ];
    worlds.set(domain, () => ({ ...allFail(domain), rdap: found(registered), site: failed('server_error') }));
    await activities.lookUpCompany(await waiting(first, domain, 0), 1);
    worlds.set(domain, () => ({ ...allFail(domain), site: found(sitePage) }));
    // Within the hour the answers are those of the first.
    await expect(waiting(second, domain, 0)).rejects.toThrow();
    expect(countOf(domain)).toBe(1);

    const age = (minutes: number) => database.sql`
      update domain_lookups set facts = jsonb_set(jsonb_set(facts, '{site,askedAtMs}', ((facts -> 'site' ->> 'askedAtMs')::bigint - ${minutes * 60_000}::bigint)::text::jsonb),
        '{dns,askedAtMs}', ((facts -> 'dns' ->> 'askedAtMs')::bigint - ${minutes * 60_000}::bigint)::text::jsonb) where domain = ${domain}`;
    await age(61);
    const late = await waiting(third, domain, 0);
    await activities.lookUpCompany(late, 1);
    expect([countOf(domain), await facts(late)]).toMatchObject([2, { site: 'found' }]);
    const [kept] = await database.sql`
      select facts -> 'site' ->> 'outcome' as site, facts -> 'rdap' ->> 'outcome' as rdap from domain_lookups where domain = ${domain}`;
    expect(kept).toEqual({ site: 'found', rdap: 'found' });
    // The registration is of the look-up before, of another workspace; the site was asked for now.
    const [parts] = await database.sql`
      select facts -> 'rdap' -> 'tookMs' as rdap, facts -> 'site' -> 'tookMs' as site from enrichments where booking_id = ${late}`;
    expect(parts).toEqual({ rdap: 0, site: 1 });
    // Operators see what was asked now, not what was kept.
    const [lease] = await database.sql`select failures from look_up_leases where domain = ${domain}`;
    expect(lease?.failures).toEqual({ dns: 'timeout', rdap: 'timeout' });
  });
});
