import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localMailer, type Mailer } from '../../../activities/mail/send.ts';
import type { PrepDependencies } from '../../../activities/prep/prep-dependencies.ts';
import { createPrepActivities, type PrepActivities } from '../../../activities/prep/prep-pack.ts';
import { askedAt, type DomainFacts } from '../../../domain/prep/source.ts';
import { DAY_MS } from '../../../domain/time/civil.ts';
import { keepFacts, readLastFacts } from '../../../store/prep/domain-lookups.ts';
import { readEnrichment } from '../../../store/prep/enrichments.ts';
import { readPackInput } from '../../../store/prep/pack-inputs.ts';
import { readDueMails } from '../../../store/prep/prep-mails.ts';
import { noteBookingChange, noteInputsChange, readPack } from '../../../store/prep/prep-packs.ts';
import { foreseeLookUp, refreshPack } from '../../../store/prep/refresh-pack.ts';
import { company } from '../../domain/prep/made-up-company.ts';
import { COMPANIES } from '../../domain/prep/recorded-companies.ts';
import { changeEvent, createHost, giveForm, intake, type TestHost } from '../../support/drivers/host.ts';
import { makeBooking, nextStart, pastStart } from '../../support/drivers/host-bookings.ts';
import { SERVICE } from '../../support/factories/meeting-facts.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';
import { creditsLeft, giveCredits } from '../../support/stack/prep-stack.ts';

const DOMAIN = 'acme-robotics.com';
const GUEST = `ada@${DOMAIN}`;
const FACTS = COMPANIES.saas as DomainFacts;
const NOTHING = company(DOMAIN, { dns: 'timeout', site: 'timeout', rdap: 'timeout' });

let database: TestDatabase;
let dependencies: PrepDependencies;
let activities: PrepActivities;
let found: DomainFacts;
let looksUp = 0;
beforeAll(async () => {
  database = await cloneDatabase();
  dependencies = {
    ...{ sql: database.sql, mailer: localMailer(database.sql, Date.now), service: SERVICE },
    ...{ links: { appUrl: 'https://app.holdfast.test' }, now: Date.now, heartbeat: () => {}, onPrepFault: () => {} },
    lookUpDomain: async () => {
      looksUp += 1;
      return found;
    },
  };
  activities = createPrepActivities(dependencies);
});
afterAll(() => database?.close());
beforeEach(async () => {
  found = FACTS;
  looksUp = 0;
  await database.sql`delete from domain_lookups`;
  await database.sql`delete from look_up_turns`;
});

async function newHost(credits = 5): Promise<TestHost> {
  const host = await createHost(database.sql, { prep_mail_minutes: 10_080 });
  if (credits > 0) await giveCredits(database, host.workspaceId, credits);
  return host;
}

/** A meeting of this guest, without a pack. */
async function meet(host: TestHost, startMs = nextStart(), hostId = host.userId): Promise<string> {
  const { eventTypeId } = host;
  const { bookingId } = await makeBooking(database.sql, host, { hostId, eventTypeId, startMs });
  await database.sql`update bookings set guest_email = ${GUEST} where id = ${bookingId}`;
  return bookingId;
}

/** All that the flow does until the pack is made. */
async function make(bookingId: string): Promise<void> {
  const begin = await activities.beginPrep(bookingId);
  if (begin.next === 'look up') await activities.lookUpCompany(bookingId, begin.attempt);
  await activities.makePack(bookingId);
}

async function packed(host: TestHost, startMs?: number): Promise<string> {
  const bookingId = await meet(host, startMs);
  await noteBookingChange(database.sql, bookingId, 1);
  await make(bookingId);
  return bookingId;
}

const refresh = ({ workspaceId }: TestHost, bookingId: string) =>
  refreshPack(database.sql, { bookingId, workspaceId, revision: 1, domain: DOMAIN, isOffHere: false });
const mailsOf = (bookingId: string) => database.sql<{ to: string; text: string }[]>`
  select recipient::text as to, text_body as text from local_mails where key like ${`${bookingId}:prep-%`} order by created_at, id`;
const textOf = async (bookingId: string) => (await readPack(database.sql, bookingId))?.pack?.markdown ?? '';
const recordOf = async (bookingId: string) => {
  const row = await readEnrichment(database.sql, bookingId);
  if (!row) throw new Error('no enrichment');
  return row;
};

/** A colleague of the host. */
async function colleague(host: TestHost): Promise<{ userId: string; email: string }> {
  const other = await createHost(database.sql);
  await database.sql`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (gen_random_uuid(), ${host.workspaceId}, ${other.userId}, 'colleague', 'member')`;
  const [row] = await database.sql<{ email: string }[]>`select email::text from users where id = ${other.userId}`;
  return { userId: other.userId, email: row?.email ?? '' };
}

describe('the mail of a pack', () => {
  it('knows the meeting that took place since the pack was made, and asks nobody', async () => {
    const host = await newHost();
    const first = await meet(host);
    const second = await packed(host);
    expect(await textOf(second)).toContain('1 more meeting with you to come');
    await database.sql`
      update bookings set status = 'completed', start_at = start_at - interval '40 days', end_at = end_at - interval '40 days' where id = ${first}`;
    looksUp = 0;
    await activities.mailPack(second);
    const [mail] = await mailsOf(second);
    expect(mail?.text).toContain('You met once, last on');
    expect(mail?.text).not.toContain('No earlier meeting');
    expect(mail?.text).not.toContain('to come');
    expect(await textOf(second)).toContain('You met once, last on');
    expect(looksUp).toBe(0);
  });

  it('stops when the meeting moves or is canceled while hosts are mailed: the rest hear of no time that is gone', async () => {
    const host = await newHost();
    for (const change of [
      "start_at = start_at + interval '1 hour', end_at = end_at + interval '1 hour'",
      "status = 'canceled'",
    ]) {
      const bookingId = await packed(host);
      const other = await colleague(await newHost());
      await database.sql`insert into booking_hosts (booking_id, user_id, position) values (${bookingId}, ${other.userId}, 0)`;
      const sent: string[] = [];
      const mailer: Mailer = {
        async send({ key }) {
          sent.push(key);
          await database.sql`
            insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, previous_start_at, created_at)
            select id, 2, 'rescheduled', 'guest', start_at + interval '1 hour', end_at, start_at, clock_timestamp() from bookings where id = ${bookingId}`;
          await database.sql.unsafe(`update bookings set ${change}, revision = 2 where id = '${bookingId}'`);
          return 'accepted';
        },
      };
      await createPrepActivities({ ...dependencies, mailer }).mailPack(bookingId);
      expect(sent).toHaveLength(1);
    }
  });

  it('reaches the host to whom the meeting was handed over, once each, with their own history', async () => {
    const host = await newHost();
    await meet(host, pastStart());
    const bookingId = await packed(host);
    await activities.mailPack(bookingId);
    await activities.mailPack(bookingId);
    expect((await mailsOf(bookingId)).map(({ text }) => text.includes('You met once'))).toEqual([true]);
    const other = await colleague(host);
    await database.sql`update bookings set host_id = ${other.userId}, revision = 2 where id = ${bookingId}`;
    await noteBookingChange(database.sql, bookingId, 2);
    await make(bookingId);
    expect(await activities.readPrepStanding(bookingId)).toMatchObject({ isMailDue: true });
    await activities.mailPack(bookingId);
    await activities.mailPack(bookingId);
    const mails = await mailsOf(bookingId);
    expect(mails.map(({ to }) => to)).toEqual([expect.any(String), other.email]);
    expect(mails[1]?.text).toContain('No earlier meeting in your records');
    expect(await activities.readPrepStanding(bookingId)).toMatchObject({ isMailDue: false, waitsFor: 'end' });
  });

  it('is listed as due until it has left, and again in a database that was restored to before it left', async () => {
    const bookingId = await packed(await newHost());
    const isDue = async () => (await readDueMails(database.sql)).some((due) => due.bookingId === bookingId);
    expect(await isDue()).toBe(true);
    await activities.mailPack(bookingId);
    expect(await isDue()).toBe(false);
    await database.sql`delete from prep_mails where booking_id = ${bookingId}`;
    expect(await isDue()).toBe(true);
    await database.sql`update bookings set status = 'canceled' where id = ${bookingId}`;
    expect(await isDue()).toBe(false);
  });

  it('comes again after a move, and says which time the last one said', async () => {
    const bookingId = await packed(await newHost());
    await activities.mailPack(bookingId);
    await database.sql`
      with moved as (update bookings set start_at = start_at + interval '1 day', end_at = end_at + interval '1 day', revision = 2
        where id = ${bookingId} returning id, start_at, end_at)
      insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, previous_start_at, created_at)
      select id, 2, 'rescheduled', 'guest', start_at, end_at, start_at - interval '1 day', now() from moved`;
    await noteBookingChange(database.sql, bookingId, 2);
    await make(bookingId);
    await activities.mailPack(bookingId);
    expect(await mailsOf(bookingId)).toHaveLength(1);
    await database.sql`update booking_changes set created_at = created_at - interval '2 minutes' where booking_id = ${bookingId}`;
    await activities.mailPack(bookingId);
    const [first = '', second = ''] = (await mailsOf(bookingId)).map(({ text }) => text);
    const said = /^When: (.+)$/m.exec(first)?.[1];
    expect(first).not.toContain('Moved from');
    expect(second).toContain(`\nMoved from: ${said}\n`);
  });

  it('tells each of several hosts what they had with the guest', async () => {
    const host = await newHost();
    await meet(host, pastStart());
    const bookingId = await packed(host);
    const other = await colleague(host);
    await database.sql`insert into booking_hosts (booking_id, user_id, position) values (${bookingId}, ${other.userId}, 1)`;
    await activities.mailPack(bookingId);
    const told = (await mailsOf(bookingId)).map(({ to, text }) => [to === other.email, text.includes('You met once')]);
    expect(told.sort()).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});

it('history ends at the workspace and at the host', async () => {
  const [host, stranger] = [await newHost(), await newHost()];
  const other = await colleague(host);
  await meet(host, pastStart(), other.userId);
  await meet(stranger, pastStart());
  // The same person hosts in both workspaces.
  await database.sql`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (gen_random_uuid(), ${stranger.workspaceId}, ${host.userId}, 'guest-host', 'member')`;
  await meet(stranger, pastStart(), host.userId);
  // Bookings of test keys are no history.
  await database.sql`update bookings set test_mode = true where id = ${await meet(host, pastStart())}`;
  expect(await textOf(await packed(host))).toContain('No earlier meeting in your records');
  await meet(host, pastStart());
  expect(await textOf(await packed(host))).toContain('You met once');
});

describe('what was before', () => {
  const write = (bookingId: string, notes: string) =>
    database.sql`update bookings set host_notes = ${notes} where id = ${bookingId}`;
  const from = (bookingId: string, email: string) =>
    database.sql`update bookings set guest_email = ${email} where id = ${bookingId}`;

  it('has the notes of the last meeting that took place, if all hosts of this one were in it', async () => {
    const host = await newHost();
    await write(await meet(host, pastStart() - 7 * DAY_MS), 'Older words');
    await write(await meet(host, pastStart()), 'Wants references');
    await write(await meet(host, nextStart() + DAY_MS), 'Not yet');
    const bookingId = await packed(host);
    const text = await textOf(bookingId);
    expect(text).toContain('**Note of last time:** Wants references *(host)*');
    expect(text).not.toMatch(/Older words|Not yet/);
    // A colleague joins: they may not read what was noted without them.
    const other = await colleague(host);
    await database.sql`
      insert into booking_hosts (booking_id, user_id, position) values (${bookingId}, ${other.userId}, 1)`;
    expect((await readPackInput(database.sql, bookingId))?.history).not.toHaveProperty('lastNotes');
    expect((await readPackInput(database.sql, bookingId))?.history.completed).toBe(2);
  });

  it('counts others of the same company, of the same host and workspace, and never of a mail provider', async () => {
    const [host, stranger] = [await newHost(), await newHost()];
    const other = await colleague(host);
    const past = async (email: string, by = host, hostId = by.userId) => {
      const bookingId = await meet(by, pastStart(), hostId);
      await from(bookingId, email);
      return bookingId;
    };
    await past(`bo@${DOMAIN}`);
    await past(`bo@${DOMAIN}`);
    await past(`cy@mail.${DOMAIN}`);
    await past(`di@not${DOMAIN}`);
    await past(`ed@${DOMAIN}`, stranger);
    await past(`flo@${DOMAIN}`, host, other.userId);
    await database.sql`update bookings set status = 'canceled' where id = ${await past(`gus@${DOMAIN}`)}`;
    await database.sql`update bookings set test_mode = true where id = ${await past(`ida@${DOMAIN}`)}`;
    await from(await meet(host, nextStart() + DAY_MS), `hal@${DOMAIN}`);
    const bookingId = await packed(host);
    expect((await readPackInput(database.sql, bookingId))?.history.colleagues?.people).toBe(2);
    const text = await textOf(bookingId);
    expect(text).toContain('No earlier meeting in your records. You met 2 other people who write from there, last on ');
    expect(text).not.toMatch(/\b(?:bo|cy)@/);
    await past('ivy@gmail.com');
    const personal = await meet(host);
    await from(personal, 'jo@gmail.com');
    await noteBookingChange(database.sql, personal, 1);
    await activities.beginPrep(personal);
    expect((await readPackInput(database.sql, personal))?.history).not.toHaveProperty('colleagues');
  });
});

it('answers have the answer that their question depends on, by the form as it is; the others are as ever', async () => {
  const host = await newHost();
  await giveForm(database.sql, host, intake);
  const bookingId = await meet(host);
  const given = [
    ['topic', 'What about?', 'Docks'],
    ['has_tool', 'Do you use a tool today?', 'Yes'],
    ['tool', 'Which one?', 'Paper'],
  ] as const;
  const rows = given.map(([key, label, display], position) => ({
    ...{ booking_id: bookingId, position, key, label, value: database.sql.json(display), display },
  }));
  await database.sql`insert into booking_answers ${database.sql(rows)}`;
  await noteBookingChange(database.sql, bookingId, 1);
  await make(bookingId);
  const answersNow = async () => (await readPackInput(database.sql, bookingId))?.answers;
  const [topic, uses, which] = given.map(([key, label, display]) => ({ key, label, display }));
  expect(await answersNow()).toStrictEqual([topic, uses, { ...which, follows: 'has_tool' }]);
  expect((await readPack(database.sql, bookingId))?.pack?.inTheirWords?.map(({ words }) => words)).toEqual([
    'Docks',
    'Yes',
    'Paper',
  ]);
  await changeEvent(database.sql, host, { form_id: null });
  expect(await answersNow()).toStrictEqual([topic, uses, which]);
});

describe('what others looked up', () => {
  it('is paid for like any other, and does not tell when they asked', async () => {
    const startedMs = Date.now();
    await packed(await newHost());
    const host = await newHost();
    const bookingId = await packed(host);
    const { facts, parts, creditsCharged } = await recordOf(bookingId);
    expect([looksUp, creditsCharged, await creditsLeft(database, host.workspaceId)]).toEqual([1, 1, 4]);
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
    const payer = await newHost();
    await packed(payer);
    await keepFacts(database.sql, askedAt(FACTS, Date.now() - 60 * DAY_MS));
    await database.sql`update domain_lookups set looked_up_at = now() - interval '60 days'`;
    await database.sql`update enrichments set paid_at = now() - interval '60 days' where workspace_id = ${payer.workspaceId}`;
    found = askedAt(NOTHING, Date.now());
    const other = await newHost();
    expect(await recordOf(await packed(other))).toMatchObject({ status: 'failed', isStale: false, creditsCharged: 0 });
    expect(await recordOf(await packed(payer))).toMatchObject({ status: 'degraded', isStale: true, creditsCharged: 0 });
    expect(await creditsLeft(database, payer.workspaceId)).toBe(4);
  });
});

describe('what a workspace paid for', () => {
  it('is free for thirty days from then: a free use does not lengthen them', async () => {
    const host = await newHost();
    const first = await packed(host);
    await database.sql`update enrichments set paid_at = now() - interval '20 days', looked_up_at = now() - interval '20 days' where booking_id = ${first}`;
    const second = await packed(host);
    expect(await recordOf(second)).toMatchObject({ status: 'succeeded', creditsCharged: 0 });
    await database.sql`update enrichments set paid_at = paid_at - interval '11 days'`;
    expect((await recordOf(await packed(host))).creditsCharged).toBe(1);
  });

  it('while it is asked again for a part, for nothing, begins no further thirty days', async () => {
    const host = await newHost();
    found = askedAt(company(DOMAIN, { site: 'timeout' }), Date.now() - 66 * 60_000);
    const first = await packed(host);
    expect(await recordOf(first)).toMatchObject({ status: 'degraded', creditsCharged: 1 });
    await database.sql`delete from domain_lookups`;
    found = askedAt(FACTS, Date.now());
    const second = await meet(host);
    await noteBookingChange(database.sql, second, 1);
    expect(await activities.beginPrep(second)).toEqual({ next: 'look up', attempt: 1 });
    // The thirty days end while the sources are asked.
    await database.sql`update enrichments set paid_at = paid_at - interval '31 days' where booking_id = ${first}`;
    await activities.lookUpCompany(second, 1);
    await activities.makePack(second);
    expect(await recordOf(second)).toMatchObject({ status: 'succeeded', creditsCharged: 0 });
    await database.sql`update domain_lookups set looked_up_at = now() - interval '31 days'`;
    expect((await recordOf(await packed(host))).creditsCharged).toBe(1);
    expect(await creditsLeft(database, host.workspaceId)).toBe(3);
  });

  it('with its last credit is one of two companies, asked for at the same moment, and the ledger says so', async () => {
    for (let round = 0; round < 5; round += 1) {
      const host = await newHost(1);
      const [one, other] = [await meet(host), await meet(host)];
      await database.sql`update bookings set guest_email = 'ada@pebble-orbit.io' where id = ${other}`;
      for (const bookingId of [one, other]) await noteBookingChange(database.sql, bookingId, 1);
      await Promise.all([make(one), make(other)]);
      const records = [await recordOf(one), await recordOf(other)];
      expect(records.map(({ status }) => status).toSorted()).toEqual(['skipped_no_credits', 'succeeded']);
      for (const { status, creditsCharged } of records) expect(creditsCharged).toBe(status === 'succeeded' ? 1 : 0);
      expect(await creditsLeft(database, host.workspaceId)).toBe(0);
      const entries = await database.sql`
        select sum(amount)::int as sum, count(*) filter (where kind = 'spent')::int as spent from credit_entries where workspace_id = ${host.workspaceId}`;
      expect(entries[0]).toEqual({ sum: 0, spent: 1 });
    }
  });

  it('is free for a first look-up that was off before', async () => {
    const host = await newHost();
    const first = await packed(host);
    await database.sql`update enrichments set paid_at = now() - interval '3 days' where booking_id = ${first}`;
    await database.sql`update workspaces set prep_lookups = false where id = ${host.workspaceId}`;
    const second = await packed(host);
    expect((await recordOf(second)).status).toBe('skipped_off');
    await database.sql`update workspaces set prep_lookups = true where id = ${host.workspaceId}`;
    await refresh(host, second);
    await make(second);
    expect(await recordOf(second)).toMatchObject({ status: 'succeeded', creditsCharged: 0 });
  });
});

describe('a refresh', () => {
  it('says what will be: of a setting, an address, credits, and facts that were paid for', async () => {
    const host = await newHost(1);
    const asked = async (more: { domain?: string | null; isOffHere?: boolean } = {}) => {
      const bookingId = await meet(host);
      const place = { bookingId, workspaceId: host.workspaceId, revision: 1 };
      const setting = { domain: DOMAIN, isOffHere: false, ...more };
      const before = await foreseeLookUp(database.sql, bookingId, setting);
      const refreshed = await refreshPack(database.sql, { ...place, ...setting });
      expect(refreshed?.forecast).toEqual(before);
      return { bookingId, forecast: before };
    };
    expect((await asked({ isOffHere: true })).forecast).toEqual({ off: 'installation' });
    expect((await asked({ domain: null })).forecast).toBe('no company');
    const first = await asked();
    expect(first.forecast).toBe('look up');
    await make(first.bookingId);
    expect((await recordOf(first.bookingId)).creditsCharged).toBe(1);
    const second = await asked();
    expect(second.forecast).toBe('paid for');
    await make(second.bookingId);
    expect([looksUp, (await recordOf(second.bookingId)).creditsCharged]).toEqual([1, 0]);
    await database.sql`update enrichments set paid_at = now() - interval '31 days' where booking_id = ${first.bookingId}`;
    const third = await asked();
    expect(third.forecast).toBe('no credits');
    await make(third.bookingId);
    expect((await recordOf(third.bookingId)).status).toBe('skipped_no_credits');
    await database.sql`update workspaces set prep_lookups = false where id = ${host.workspaceId}`;
    expect((await asked()).forecast).toEqual({ off: 'workspace' });
  });

  it('asks the sources again an hour after a failure, however often notes change', async () => {
    found = NOTHING;
    const host = await newHost();
    const bookingId = await packed(host);
    await refresh(host, bookingId);
    await make(bookingId);
    expect(looksUp).toBe(1);
    await database.sql`update enrichments set looked_up_at = now() - interval '61 minutes' where booking_id = ${bookingId}`;
    await database.sql`update look_up_turns set failed_at = failed_at - interval '61 minutes'`;
    await database.sql.begin((tx) => noteInputsChange(tx, bookingId));
    await make(bookingId);
    await refresh(host, bookingId);
    await make(bookingId);
    expect(looksUp).toBe(2);
  });

  it('while a pack is being made changes nothing', async () => {
    const host = await newHost(0);
    const bookingId = await packed(host);
    await refresh(host, bookingId);
    await activities.beginPrep(bookingId);
    await refresh(host, bookingId);
    await activities.makePack(bookingId);
    expect((await recordOf(bookingId)).status).toBe('skipped_no_credits');
    expect((await readPackInput(database.sql, bookingId))?.lookUp.credits).toBe('never');
  });
});

it('a pack that is made anew waits for nobody who spends credits', async () => {
  const host = await newHost();
  const bookingId = await packed(host);
  await database.sql.begin((tx) => noteInputsChange(tx, bookingId));
  await database.sql.begin(async (tx) => {
    await tx`select 1 from workspaces where id = ${host.workspaceId} for no key update`;
    expect(await activities.beginPrep(bookingId)).toEqual({ next: 'make' });
  });
});

describe('a domain that was found gone', () => {
  const gone = (more: Parameters<typeof company>[1] = {}) =>
    askedAt(company(DOMAIN, { dns: 'not_found', site: 'not_found', rdap: 'not_found', ...more }), Date.now());
  const anHourLater = async () => {
    await database.sql`update look_up_turns set failed_at = failed_at - interval '61 minutes'`;
    await database.sql`update domain_lookups set facts = ${database.sql.json(
      askedAt((await readLastFacts(database.sql, DOMAIN)) ?? FACTS, Date.now() - 61 * 60_000) as never,
    )}`;
  };

  it('has no facts from before: not for who paid for them, not for others, and not after it came back', async () => {
    found = askedAt(FACTS, Date.now());
    const [payer, other] = [await newHost(), await newHost()];
    await packed(payer);
    await packed(other);
    await database.sql`update enrichments set paid_at = now() - interval '3 days', looked_up_at = now() - interval '3 days' where domain = ${DOMAIN}`;
    await database.sql`update domain_lookups set looked_up_at = now() - interval '3 days'`;
    found = gone();
    const first = await packed(payer);
    // What it paid for is fresh: nobody asks, until somebody finds the domain gone.
    expect(await recordOf(first)).toMatchObject({ status: 'succeeded', creditsCharged: 0 });
    await database.sql`update enrichments set looked_up_at = now() - interval '3 days' where booking_id = ${first}`;
    await refresh(payer, first);
    await make(first);
    for (const host of [payer, other, await newHost()]) {
      const bookingId = await packed(host);
      const { facts, creditsCharged } = await recordOf(bookingId);
      expect([facts?.dns.outcome, facts?.site.outcome, creditsCharged]).toEqual(['failed', 'failed', 0]);
      expect(await textOf(bookingId)).toContain('does not exist in the DNS');
    }
    expect([await creditsLeft(database, payer.workspaceId), await creditsLeft(database, other.workspaceId)]).toEqual([
      4, 4,
    ]);
    // Sources that do not answer now bring nothing back either.
    await anHourLater();
    found = askedAt(NOTHING, Date.now());
    expect(await recordOf(await packed(payer))).toMatchObject({
      status: 'failed',
      isStale: false,
      facts: { site: { reason: 'timeout' } },
    });
    // Somebody else has the domain now. What was paid for is still free, with what is true now.
    await anHourLater();
    found = askedAt(company(DOMAIN, { site: 'timeout' }), Date.now());
    const last = await packed(payer);
    expect(await recordOf(last)).toMatchObject({ status: 'degraded', isStale: false, creditsCharged: 0 });
    expect((await recordOf(last)).facts?.site).toMatchObject({ outcome: 'failed', reason: 'timeout' });
    expect(await creditsLeft(database, payer.workspaceId)).toBe(4);
  });

  it('whose registry still knows it is believed to be gone for an hour, and costs one credit', async () => {
    found = gone({ rdap: {} });
    const host = await newHost();
    const first = await packed(host);
    expect(await recordOf(first)).toMatchObject({ status: 'succeeded', creditsCharged: 1 });
    expect((await recordOf(await packed(host))).creditsCharged).toBe(0);
    expect(looksUp).toBe(1);
    await anHourLater();
    found = askedAt(FACTS, Date.now());
    const later = await packed(host);
    expect(await recordOf(later)).toMatchObject({ status: 'succeeded', creditsCharged: 0 });
    expect(await textOf(later)).not.toContain('does not exist in the DNS');
    expect([looksUp, await creditsLeft(database, host.workspaceId)]).toEqual([2, 4]);
  });
});

describe('a further try', () => {
  /** All that the flow does, by its one step, until it waits. */
  async function advance(bookingId: string) {
    for (;;) {
      const next = await activities.advancePrep(bookingId);
      if (next.next !== 'look up') return next;
      await activities.lookUpCompany(bookingId, next.attempt);
    }
  }
  const letItCome = async (bookingId: string) => {
    await database.sql`update enrichments set retry_at = now() where booking_id = ${bookingId}`;
    await database.sql`update look_up_turns set failed_at = failed_at - interval '65 minutes'`;
  };

  it('that finds the company costs the one credit, and no try is left', async () => {
    const host = await newHost();
    found = NOTHING;
    const bookingId = await meet(host, Date.now() + 60 * DAY_MS);
    await noteBookingChange(database.sql, bookingId, 1);
    expect(await advance(bookingId)).toMatchObject({ next: 'wait', waitsFor: 'retry' });
    expect(await creditsLeft(database, host.workspaceId)).toBe(5);
    found = FACTS;
    await letItCome(bookingId);
    expect(await advance(bookingId)).toMatchObject({ next: 'wait', waitsFor: 'mail' });
    expect(await recordOf(bookingId)).toMatchObject({ status: 'succeeded', creditsCharged: 1 });
    expect([looksUp, await creditsLeft(database, host.workspaceId)]).toEqual([2, 4]);
    expect(await textOf(bookingId)).toContain('Acme');
  });

  it('comes three times at most, and takes no credit if nothing is found', async () => {
    const host = await newHost();
    found = NOTHING;
    const bookingId = await meet(host, Date.now() + 61 * DAY_MS);
    await noteBookingChange(database.sql, bookingId, 1);
    await advance(bookingId);
    for (let tries = 0; tries < 5; tries += 1) {
      await database.sql`update enrichments set retry_at = now() where booking_id = ${bookingId} and retry_at is not null`;
      await database.sql`update look_up_turns set failed_at = failed_at - interval '65 minutes'`;
      await advance(bookingId);
    }
    expect(looksUp).toBe(4);
    expect(await recordOf(bookingId)).toMatchObject({ status: 'failed', creditsCharged: 0 });
    expect(await creditsLeft(database, host.workspaceId)).toBe(5);
  });

  it('for a part that a source did not tell costs nothing, also without credits, and mends the pack', async () => {
    const host = await newHost(1);
    const part = company(DOMAIN, { site: 'timeout' });
    found = askedAt(part, Date.now());
    const bookingId = await meet(host, Date.now() + 62 * DAY_MS);
    await noteBookingChange(database.sql, bookingId, 1);
    expect(await advance(bookingId)).toMatchObject({ next: 'wait', waitsFor: 'retry' });
    expect(await recordOf(bookingId)).toMatchObject({
      status: 'degraded',
      creditsCharged: 1,
      retryAt: expect.any(Date),
    });
    // Nothing new: what was found stays as it was, and is not called old.
    found = askedAt(NOTHING, Date.now());
    await letItCome(bookingId);
    await oldParts(bookingId);
    expect(await advance(bookingId)).toMatchObject({ next: 'wait', waitsFor: 'retry' });
    expect(await recordOf(bookingId)).toMatchObject({
      status: 'degraded',
      isStale: false,
      error: null,
      creditsCharged: 1,
    });
    expect((await recordOf(bookingId)).facts?.dns.outcome).toBe('found');
    found = askedAt(company(DOMAIN, {}), Date.now());
    await letItCome(bookingId);
    await oldParts(bookingId);
    await advance(bookingId);
    expect(await recordOf(bookingId)).toMatchObject({ status: 'succeeded', creditsCharged: 1, retryAt: null });
    expect(looksUp).toBe(3);
    expect((await readPack(database.sql, bookingId))?.status).toBe('succeeded');
  });

  it('does not come for a site that refuses, and not once look-ups are off', async () => {
    const host = await newHost();
    found = askedAt(company(DOMAIN, { site: 'refused' }), Date.now());
    const refused = await meet(host, Date.now() + 63 * DAY_MS);
    await noteBookingChange(database.sql, refused, 1);
    expect(await advance(refused)).toMatchObject({ waitsFor: 'mail' });
    await database.sql`delete from domain_lookups`;
    const other = await newHost();
    found = askedAt(company(DOMAIN, { site: 'timeout' }), Date.now());
    const bookingId = await meet(other, Date.now() + 64 * DAY_MS);
    await noteBookingChange(database.sql, bookingId, 1);
    await advance(bookingId);
    await database.sql`update workspaces set prep_lookups = false where id = ${other.workspaceId}`;
    await letItCome(bookingId);
    expect(await advance(bookingId)).toMatchObject({ waitsFor: 'mail' });
    expect(await recordOf(bookingId)).toMatchObject({ status: 'degraded', attempt: 1, retryAt: null });
  });

  /** As if the look-up had been more than an hour ago. */
  const oldParts = async (bookingId: string) => {
    const { facts } = await recordOf(bookingId);
    const older = database.sql.json(askedAt(facts ?? FACTS, Date.now() - 66 * 60_000) as never);
    await database.sql`update enrichments set facts = ${older} where booking_id = ${bookingId}`;
    await database.sql`update domain_lookups set facts = ${older} where domain = ${DOMAIN}`;
  };
});
