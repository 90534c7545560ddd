import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CONCURRENCY } from '../../../../domain/concurrency.ts';
import type { Operation } from '../../../../schemas/operation.ts';
import { activity } from '../../../../schemas/operations/activity.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { prep } from '../../../../schemas/operations/prep.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { isPostponed, noteBookingChange } from '../../../../store/prep/prep-packs.ts';
import { createHost } from '../../../support/drivers/host.ts';
import { makeBooking, makeOpenEvent, nextStart } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { creditsLeft, giveCredits, type PrepStack, startPrepStack } from '../../../support/stack/prep-stack.ts';

let its: PrepStack;
let team: TestTeam;
beforeAll(async () => {
  its = await startPrepStack();
});
afterAll(() => its?.close());

type Input = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;
const ask = async (operation: Operation, input: Input, headers: Headers) => {
  const answer = await callHost(its.stack.appUrl, operation, input, headers);
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it.
  return { status: answer.status, value: answer.json() as any };
};

/** A team with credits, and the headers of its owner. */
async function newTeam(credits = 3): Promise<Headers> {
  team = await makeTeam(its.stack.sql);
  if (credits > 0) await giveCredits(its.stack, team.workspaceId, credits);
  return (await team.key('owner')).headers;
}

/** A meeting that the owner books for a guest. */
async function booked(headers: Headers, email: string, more: Input = {}): Promise<string> {
  const eventTypeId = await makeOpenEvent(its.stack.sql, team, team.members.owner.userId);
  const invitee = { email, timezone: 'Europe/Berlin', name: 'Ada Guest' };
  const { status, value } = await ask(
    meetings.createBooking,
    { eventTypeId, startAt: new Date(nextStart()).toISOString(), invitee, ...more },
    headers,
  );
  if (status !== 201 && status !== 200) throw new Error(JSON.stringify(value));
  return value.booking.id;
}

const packOf = (bookingId: string, headers: Headers, waitSeconds = 25) =>
  ask(prep.getPrepPack, { bookingId, waitSeconds }, headers);

describe('a prep pack', () => {
  it('is made for each meeting, with what the company says of itself, and costs one credit', async () => {
    const headers = await newTeam();
    const bookingId = await booked(headers, 'ada@acme-robotics.com');
    const { status, value } = await packOf(bookingId, headers);
    expect(status).toBe(200);
    expect(value).toMatchObject({
      ...{ bookingId, status: 'succeeded', guest: { email: 'ada@acme-robotics.com', name: 'Ada Guest' } },
      company: { domain: 'acme-robotics.com' },
      enrichmentRecordId: expect.any(String),
    });
    expect(value.markdown).toContain('Ada Guest');
    expect(value.markdown).toMatch(/^\*\*Where:\*\* Phone call/m);
    await its.stack.sql`
      update bookings set location_type = 'google_meet', location_detail = null, join_url = 'https://meet.example/late' where id = ${bookingId}`;
    expect((await packOf(bookingId, headers)).value.markdown).toMatch(
      /^\*\*Join:\*\* Google Meet, <https:\/\/meet\.example\/late> {2}$/m,
    );
    expect(value.untrusted).toContain('markdown');
    const record = await ask(prep.getEnrichment, { bookingId }, headers);
    expect(record.value).toMatchObject({
      ...{ status: 'succeeded', emailClass: 'business', domain: 'acme-robotics.com', creditsCharged: 1, error: null },
      companyFacts: { domain: 'acme-robotics.com' },
    });
    // The site chose this address, by its redirects.
    expect(record.value.untrusted).toContain('providerBreakdown.site.sourceUrl');
    expect(await creditsLeft(its.stack, team.workspaceId)).toBe(2);
  });

  it('is made anew when the host’s notes change or the meeting moves, and costs nothing more', async () => {
    const headers = await newTeam();
    const bookingId = await booked(headers, 'ada@acme-robotics.com');
    const first = (await packOf(bookingId, headers)).value;
    await ask(meetings.updateMeeting, { bookingId, hostNotes: 'Ask about the crane.' }, headers);
    const noted = (await packOf(bookingId, headers)).value;
    expect(noted.whyMeeting.hostNotes).toBe('Ask about the crane.');
    expect(noted.sourceFingerprint).not.toBe(first.sourceFingerprint);
    const startAt = new Date(nextStart()).toISOString();
    await ask(meetings.rescheduleBooking, { bookingId, startAt }, headers);
    await expect
      .poll(async () => (await packOf(bookingId, headers)).value.sourceFingerprint)
      .not.toBe(noted.sourceFingerprint);
    expect(await creditsLeft(its.stack, team.workspaceId)).toBe(2);
  });

  it('waits in a rush until others had their turn, but not if somebody asks for it', async () => {
    const headers = await newTeam(0);
    const { sql } = its.stack;
    const host = await createHost(sql);
    for (let nth = 0; nth < CONCURRENCY.firstPacks.total; nth += 1) {
      const other = await makeBooking(sql, host, { hostId: host.userId, eventTypeId: host.eventTypeId });
      await noteBookingChange(sql, other.bookingId, 1);
    }
    onTestFinished(async () => void (await sql`delete from prep_packs where workspace_id = ${host.workspaceId}`));
    const bookingId = await booked(headers, 'ada@gmail.com');
    await expect.poll(() => isPostponed(sql, bookingId)).toBe(true);
    expect((await packOf(bookingId, headers, 0)).value.status).toBe('pending');
    expect((await packOf(bookingId, headers)).value.status).toBe('degraded');
    expect((await ask(prep.getEnrichment, { bookingId }, headers)).value.status).toBe('skipped_personal_email');
  });

  it.each(['ada@acme.internal', 'ada@mail.test', 'info@printer.acme.local'])(
    'of %s says that the address is outside the public internet: class, status and reason agree',
    async (guest) => {
      const headers = await newTeam(0);
      const bookingId = await booked(headers, guest);
      const pack = (await packOf(bookingId, headers)).value;
      expect(pack.status).toBe('degraded');
      expect(pack.markdown).toContain('Their address is not of the public internet');
      expect((await ask(prep.getEnrichment, { bookingId }, headers)).value).toMatchObject({
        ...{ status: 'skipped_non_public_domain', emailClass: 'non_public', domain: null, creditsCharged: 0 },
        why: { reason: 'non_public_domain', message: expect.stringContaining('public internet') },
      });
      const again = await ask(prep.refreshPrepPack, { bookingId }, headers);
      expect(again.value.message).toContain('not looked up. The address is not of the public internet');
    },
  );

  it('that nobody asked for is empty, and its enrichment is a 404', async () => {
    const headers = await newTeam();
    const eventTypeId = await makeOpenEvent(its.stack.sql, team, team.members.owner.userId);
    await ask(eventTypes.updateEventType, { eventTypeId, prep: false }, headers);
    const bookingId = await booked(headers, 'ada@acme-robotics.com', { eventTypeId });
    const { value } = await packOf(bookingId, headers, 0);
    expect(value).toMatchObject({ status: 'none', markdown: '', questions: [], sourceFingerprint: '' });
    expect(value.why).toMatchObject({
      reason: 'event_type_off',
      message: expect.stringContaining('update_event_type'),
    });
    const unknown = await ask(prep.getPrepPack, { bookingId, wait: 3 }, headers);
    expect([unknown.status, unknown.value.error.details.issues]).toEqual([
      400,
      [{ path: 'wait', message: expect.any(String), didYouMean: ['waitSeconds'] }],
    ]);
    const [row] = await its.stack.sql<{ at: Date }[]>`select created_at as at from bookings where id = ${bookingId}`;
    expect(value.generatedAt).toBe(row?.at.toISOString());
    const missing = await ask(prep.getEnrichment, { bookingId }, headers);
    expect([missing.status, missing.value.error.details.reason]).toEqual([404, 'no_enrichment']);
    // Once the mails of the booking have left, none is on its way: nobody waits for it.
    const isAnnounced = () =>
      its.stack.sql`select 1 from booking_changes where booking_id = ${bookingId} and announced_at is not null`;
    await expect.poll(isAnnounced, { timeout: 20_000 }).toHaveLength(1);
    const askedMs = Date.now();
    expect((await packOf(bookingId, headers)).value.status).toBe('none');
    expect(Date.now() - askedMs).toBeLessThan(10_000);
    // Asked for all the same, it is made from the answers alone.
    const refreshed = await ask(prep.refreshPrepPack, { bookingId }, headers);
    expect(refreshed).toMatchObject({ status: 200, value: { changed: true, looksUpAgain: false } });
    expect((await packOf(bookingId, headers)).value.status).toBe('degraded');
    const { value: skipped } = await ask(prep.getEnrichment, { bookingId }, headers);
    expect(skipped).toMatchObject({ status: 'skipped_off', why: { reason: 'event_type_off' } });
    // What is noted is what it was then.
    await ask(eventTypes.updateEventType, { eventTypeId, prep: true }, headers);
    await ask(workspace.updateWorkspace, { prepLookups: false }, headers);
    expect((await ask(prep.getEnrichment, { bookingId }, headers)).value.why).toEqual(skipped.why);
    await ask(prep.refreshPrepPack, { bookingId }, headers);
    await packOf(bookingId, headers);
    expect((await ask(prep.getEnrichment, { bookingId }, headers)).value.why.reason).toBe('workspace_off');
    expect(await creditsLeft(its.stack, team.workspaceId)).toBe(3);
  });

  it.each([
    [
      'the workspace wants none',
      async (headers: Headers) => void (await ask(workspace.updateWorkspace, { prepLookups: false }, headers)),
    ],
    [
      'the workspace is inactive',
      async () =>
        void (await its.stack
          .sql`update workspaces set subscription_status = 'inactive' where id = ${team.workspaceId}`),
    ],
  ])('looks nothing up when %s', async (_, set) => {
    const headers = await newTeam();
    const bookingId = await booked(headers, 'ada@acme-robotics.com');
    await packOf(bookingId, headers);
    await set(headers);
    const left = await creditsLeft(its.stack, team.workspaceId);
    await its.stack.sql`
      update prep_packs set inputs_version = inputs_version + 1, status = 'pending', inputs_changed_at = now() - interval '1 minute'
      where booking_id = ${bookingId}`;
    await its.stack.sql`update enrichments set status = 'pending', attempt = 2 where booking_id = ${bookingId}`;
    await its.stack.client.workflow.execute('sweep', {
      workflowId: `sweep-${bookingId}`,
      taskQueue: its.stack.taskQueue,
    });
    await expect
      .poll(
        async () => (await its.stack.sql`select status from enrichments where booking_id = ${bookingId}`)[0]?.status,
      )
      .toBe('skipped_off');
    expect(await creditsLeft(its.stack, team.workspaceId)).toBe(left);
  });

  it('has the workspace’s own words from the next time it is made, and the template’s again when they are taken back', async () => {
    const headers = await newTeam();
    const bookingId = await booked(headers, 'ada@acme-robotics.com');
    const { value: before } = await packOf(bookingId, headers);
    const set = (prepTexts: Input) => ask(workspace.updateWorkspace, { prepTexts }, headers);
    const own = { closer: 'Shake hands.', questions: [{ text: 'Where is your crane?' }] };
    await set({ hiring: { closer: 'Bye.' } });
    expect((await set({ general: own })).value.workspace.prepTexts).toEqual({
      hiring: { closer: 'Bye.' },
      general: own,
    });
    expect((await packOf(bookingId, headers)).value).toEqual(before);
    const refreshed = async () => {
      await ask(prep.refreshPrepPack, { bookingId }, headers);
      return (await packOf(bookingId, headers)).value;
    };
    const after = await refreshed();
    expect(after).toMatchObject({ closer: 'Shake hands.', locks: before.locks });
    expect(after.questions[0].text).toBe('Where is your crane?');
    expect(after.sourceFingerprint).not.toBe(before.sourceFingerprint);
    // Of another template: they are not used.
    await set({ hiring: { closer: 'Adieu.' } });
    expect((await refreshed()).sourceFingerprint).toBe(after.sourceFingerprint);
    // An object takes the place of all texts of its template; null, of its own texts.
    expect((await set({ general: { purpose: 'Meet.' }, hiring: null })).value.workspace.prepTexts).toEqual({
      general: { purpose: 'Meet.' },
    });
    expect(await refreshed()).toMatchObject({ closer: before.closer, questions: before.questions });
    await set({ general: null });
    expect((await ask(workspace.getWorkspace, {}, headers)).value.workspace.prepTexts).toEqual({});
    expect((await refreshed()).sourceFingerprint).toBe(before.sourceFingerprint);
    const log = await ask(activity.listActivity, { action: 'workspace.updated', limit: 1 }, headers);
    expect(log.value.entries[0]).toMatchObject({
      before: { prepTexts: { general: ['purpose'] } },
      after: { prepTexts: { general: [] } },
    });
  });

  it.each([
    [{ retail: {} }, 'prepTexts', 'must be a template: sales, partnership, hiring, cs, general'],
    [{ sales: { close: 'x' } }, 'prepTexts.sales.close', 'is unknown, did you mean closer'],
    [{ sales: { questions: [{ text: 'Why?' }, {}] } }, 'prepTexts.sales.questions.1.text', 'is required'],
    [{ sales: { doNotSay: Array.from({ length: 21 }, () => 'No') } }, 'prepTexts.sales.doNotSay', 'at most 20 items'],
    [{ sales: 'Win' }, 'prepTexts.sales', 'must be an object'],
    [{ sales: { purpose: 'Win {{guestName}}' } }, 'prepTexts.sales.purpose', '{{guestName}}, and own texts'],
    [{ cs: { questions: [{ text: 'Why {label}?' }] } }, 'prepTexts.cs.questions.0.text', 'known placeholders: none'],
  ])('texts %j are refused with the name of the field, and change nothing', async (prepTexts, path, words) => {
    const headers = await newTeam(0);
    const { status, value } = await ask(workspace.updateWorkspace, { name: 'Other', prepTexts }, headers);
    expect(status).toBe(400);
    expect(value.error.details.issues).toMatchObject([{ path, message: expect.stringContaining(words) }]);
    const { workspace: now } = (await ask(workspace.getWorkspace, {}, headers)).value;
    expect([now.name, now.prepTexts]).toEqual(['Test', {}]);
  });

  it('of a test key looks nothing up and mails nobody', async () => {
    await newTeam();
    const { headers } = await team.key('owner', { mode: 'test' });
    const bookingId = await booked(headers, 'ada@acme-robotics.com');
    expect((await packOf(bookingId, headers)).value.status).toBe('degraded');
    expect((await ask(prep.getEnrichment, { bookingId }, headers)).value).toMatchObject({
      status: 'skipped_off',
      creditsCharged: 0,
      why: { reason: 'test_key', message: expect.not.stringContaining('refresh_prep_pack') },
    });
    expect(await creditsLeft(its.stack, team.workspaceId)).toBe(3);
  });

  it('that is refreshed says whether anything changed, and whether it looks up again', async () => {
    const headers = await newTeam();
    const bookingId = await booked(headers, 'lin@acme-robotics.com');
    await packOf(bookingId, headers);
    const refreshed = async () => {
      const { value } = await ask(prep.refreshPrepPack, { bookingId }, headers);
      await packOf(bookingId, headers);
      return value;
    };
    const same = await refreshed();
    expect(same).toMatchObject({ bookingId, changed: false, looksUpAgain: false });
    expect(same.message).toContain('nothing has changed');
    await ask(workspace.updateWorkspace, { prepTexts: { general: { closer: 'Shake hands.' } } }, headers);
    expect(await refreshed()).toMatchObject({ changed: true, looksUpAgain: false });
    expect(await refreshed()).toMatchObject({ changed: false });
    await its.stack.sql`
      update enrichments set looked_up_at = now() - interval '25 hours', paid_at = now() - interval '25 hours' where booking_id = ${bookingId}`;
    expect(await refreshed()).toMatchObject({ changed: false, looksUpAgain: true });
  });

  it.each([
    ['whose workspace has no credits', 0, 'vera@acme-robotics.com', 'No credit is left'],
    ['of a personal address that nobody has classified', 3, 'vera@gmail.com', 'personal or throw-away provider'],
  ])('%s is refreshed without a look-up, and says why', async (_, credits, email, words) => {
    const headers = await newTeam(credits);
    const bookingId = await booked(headers, email);
    await packOf(bookingId, headers);
    await its.stack.sql`delete from enrichments where booking_id = ${bookingId}`;
    const { value } = await ask(prep.refreshPrepPack, { bookingId }, headers);
    expect(value).toMatchObject({ looksUpAgain: false, message: expect.stringContaining(words) });
    expect((await packOf(bookingId, headers)).value.status).not.toBe('pending');
    expect((await ask(prep.getEnrichment, { bookingId }, headers)).value.status).toMatch(/^skipped_/);
  });

  it('whose look-up failed says when it is tried again, until the try has come', async () => {
    const headers = await newTeam();
    const bookingId = await booked(headers, 'dan@fault-servfail.com');
    const { value: pack } = await packOf(bookingId, headers);
    expect(Date.parse(pack.retryAt) - Date.now()).toBeGreaterThan(60 * 60_000);
    const record = async () => (await ask(prep.getEnrichment, { bookingId }, headers)).value;
    expect(await record()).toMatchObject({ status: 'failed', retryAt: pack.retryAt });
    // Within the hour nobody is asked again, and the try stays.
    expect((await ask(prep.refreshPrepPack, { bookingId }, headers)).value).toMatchObject({
      ...{ looksUpAgain: false, retryAt: pack.retryAt },
    });
    await packOf(bookingId, headers);
    await its.stack.sql`update bookings set start_at = now() + interval '1 hour' where id = ${bookingId}`;
    expect((await record()).retryAt).toBeUndefined();
  });

  describe.each([
    ['a pack', prep.getPrepPack],
    ['an enrichment', prep.getEnrichment],
  ])('who waits for %s', (_, operation) => {
    /** A member waits for a pack of their own meeting, and loses the access before it is made. */
    async function lost(how: (member: { userId: string; keyId: string }) => Promise<unknown>) {
      await newTeam();
      const { userId } = team.members.member;
      const { id: keyId, headers } = await team.key('member');
      const eventTypeId = await makeOpenEvent(its.stack.sql, team, userId);
      const { bookingId } = await makeBooking(its.stack.sql, team, { hostId: userId, eventTypeId });
      await ask(prep.refreshPrepPack, { bookingId }, headers);
      expect((await packOf(bookingId, headers)).value.status).toBe('degraded');
      const to = (status: string, enrichment: string) => its.stack.sql`
        with e as (update enrichments set status = ${enrichment} where booking_id = ${bookingId})
        update prep_packs set status = ${status} where booking_id = ${bookingId}`;
      await to('running', 'running');
      const waiting = ask(operation, { bookingId, waitSeconds: 25 }, headers);
      // Past its first check of the key.
      await delay(300);
      await how({ userId, keyId });
      await to('degraded', 'failed');
      await its.stack.sql`select pg_notify('prep_packs', ${bookingId})`;
      return waiting;
    }
    it('and whose key is revoked meanwhile learns nothing', async () => {
      const { status, value } = await lost(
        ({ keyId }) => its.stack.sql`update api_keys set revoked_at = now() where id = ${keyId}`,
      );
      expect([status, value.error?.code, value.error?.details.reason]).toEqual([401, 'auth.required', 'key_revoked']);
    });

    it('and who leaves the workspace meanwhile learns nothing', async () => {
      const { status, value } = await lost(
        ({ userId }) =>
          its.stack.sql`delete from memberships where user_id = ${userId} and workspace_id = ${team.workspaceId}`,
      );
      expect(status).toBe(401);
      expect(Object.keys(value)).toEqual(['error']);
    });

    it('and is a host of the meeting no more learns nothing', async () => {
      const { status, value } = await lost(
        ({ userId }) =>
          its.stack.sql`update bookings set host_id = ${team.members.owner.userId} where host_id = ${userId}`,
      );
      expect([status, Object.keys(value)]).toEqual([403, ['error']]);
    });
  });

  it('is not made anew once the meeting is canceled, and says that it is', async () => {
    const headers = await newTeam();
    const bookingId = await booked(headers, 'ada@acme-robotics.com');
    const { value: before } = await packOf(bookingId, headers);
    await ask(meetings.cancelBooking, { bookingId }, headers);
    const refused = await ask(prep.refreshPrepPack, { bookingId }, headers);
    expect([refused.status, refused.value.error.details.reason]).toEqual([409, 'booking_over']);
    // The change shows it as pending until its flow ends it. Nobody joins any more.
    const meeting = { state: 'canceled', message: 'This meeting does not take place: it was canceled or declined.' };
    const markdown = before.markdown
      .replace(/^\*\*Where:\*\*.*\n/m, '')
      .replace(/^(# .*\n)/, `$1\n> **${meeting.message}**\n`);
    expect(before).not.toHaveProperty('meeting');
    expect((await packOf(bookingId, headers)).value).toEqual({ ...before, meeting, markdown });
  });

  it('names its own flow in each answer', async () => {
    const headers = await newTeam();
    const bookingId = await booked(headers, 'grace@acme-robotics.com');
    for (const operation of [prep.getPrepPack, prep.getEnrichment, prep.refreshPrepPack]) {
      const wait = operation === prep.refreshPrepPack ? {} : { waitSeconds: 25 };
      const answer = await callHost(its.stack.appUrl, operation, { bookingId, ...wait }, headers);
      expect(answer.headers['x-workflow-id']).toBe(`prep/${bookingId}`);
    }
  });

  it('is not refreshed before the host approves: nothing is looked up or spent', async () => {
    const headers = await newTeam();
    const bookingId = await booked(headers, 'joan@acme-robotics.com');
    await packOf(bookingId, headers);
    await its.stack
      .sql`update bookings set status = 'pending_confirmation', decide_by = start_at where id = ${bookingId}`;
    await its.stack.sql`delete from prep_packs where booking_id = ${bookingId}`;
    const refused = await ask(prep.refreshPrepPack, { bookingId }, headers);
    expect([refused.status, refused.value.error.details.reason]).toEqual([409, 'not_confirmed']);
    expect(await its.stack.sql`select 1 from prep_packs where booking_id = ${bookingId}`).toHaveLength(0);
  });

  it('and its enrichment end at one moment: no reader sees an end without what was found', async () => {
    const headers = await newTeam();
    const bookingId = await booked(headers, 'mary@acme-robotics.com');
    await packOf(bookingId, headers);
    const record = async () => (await ask(prep.getEnrichment, { bookingId }, headers)).value;
    expect(await record()).toMatchObject({ status: 'succeeded', companyFacts: { domain: 'acme-robotics.com' } });
    // As it is between the look-up and the pack.
    await its.stack.sql`update enrichments set parts = null where booking_id = ${bookingId}`;
    await its.stack.sql`update prep_packs set inputs_version = inputs_version + 1 where booking_id = ${bookingId}`;
    expect(await record()).toMatchObject({ status: 'running', companyFacts: null, error: null });
    // As a fault of our code leaves it.
    await its.stack.sql`update prep_packs set made_version = inputs_version where booking_id = ${bookingId}`;
    expect(await record()).toMatchObject({
      ...{ status: 'failed', companyFacts: null, error: expect.stringContaining('refresh_prep_pack') },
    });
    await ask(prep.refreshPrepPack, { bookingId }, headers);
    await packOf(bookingId, headers);
    expect(await record()).toMatchObject({ status: 'succeeded', companyFacts: { domain: 'acme-robotics.com' } });
  });

  it('asked for a hundred times looks nothing up again within a day', async () => {
    const headers = await newTeam();
    const bookingId = await booked(headers, 'ada@acme-robotics.com');
    await packOf(bookingId, headers);
    await Promise.all(Array.from({ length: 100 }, () => ask(prep.refreshPrepPack, { bookingId }, headers)));
    await expect.poll(async () => (await packOf(bookingId, headers)).value.status).toBe('succeeded');
    expect(await creditsLeft(its.stack, team.workspaceId)).toBe(2);
    const [row] = await its.stack.sql`select attempt from enrichments where booking_id = ${bookingId}`;
    expect(row?.attempt).toBe(1);
  });
});
