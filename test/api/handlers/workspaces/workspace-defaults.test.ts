import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { activity } from '../../../../schemas/operations/activity.ts';
import { schedules } from '../../../../schemas/operations/availability/schedules.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { insights } from '../../../../schemas/operations/meetings/insights.ts';
import { teams } from '../../../../schemas/operations/teams.ts';
import { exports } from '../../../../schemas/operations/workspaces/exports.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { readMailReader } from '../../../../store/accounts/mail-reader.ts';
import { inTransaction } from '../../../../store/database.ts';
import { openForBookings } from '../../../../store/workspaces/workspaces.ts';
import { usualDefaults } from '../../../support/asserts/usual-defaults.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { http, postJson } from '../../../support/drivers/http.ts';
import { shareTeamStack } from '../../../support/stack/team-stack.ts';

const its = shareTeamStack();
let headers: Readonly<Record<string, string>>;
beforeEach(async () => {
  headers = (await its.team.key('admin')).headers;
});

type Input = Readonly<Record<string, unknown>>;
const call = (operation: Operation, input: Input = {}) => callHost(its.stack.appUrl, operation, input, headers);
const ok = async (operation: Operation, input: Input = {}) => {
  const answer = await call(operation, input);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.json())}`);
  return answer.json() as never as Record<string, Record<string, unknown>>;
};
const set = (change: Input) => ok(workspace.updateWorkspace, change);
const now = async () => (await ok(workspace.getWorkspace)).workspace ?? {};

const chosen = {
  ...{ durationMinutes: 45, maxFutureDays: 20, minimumNoticeMinutes: 1_440 },
  ...{ slotIntervalMinutes: 15, bufferBeforeMinutes: 5, bufferAfterMinutes: 10 },
};

describe('the defaults of a workspace', () => {
  it('are set one by one, the others stay, and the log says what each was', async () => {
    expect(await now()).toMatchObject(usualDefaults);
    const { workspace: zoned } = await set({ timezone: 'europe/berlin', weekStartsOn: 'sunday', language: 'de' });
    expect(zoned).toMatchObject({ timezone: 'Europe/Berlin', weekStartsOn: 'sunday', language: 'de' });
    await set({ bookingDefaults: { bufferAfterMinutes: 10 } });
    await set({ bookingDefaults: { durationMinutes: 45, slotIntervalMinutes: 15 } });
    const bookingDefaults = {
      ...usualDefaults.bookingDefaults,
      ...{ bufferAfterMinutes: 10, durationMinutes: 45, slotIntervalMinutes: 15 },
    };
    expect(await now()).toMatchObject({ timezone: 'Europe/Berlin', weekStartsOn: 'sunday', bookingDefaults });
    const { entries } = (await ok(activity.listActivity, { action: 'workspace.updated' })) as never as {
      entries: unknown[];
    };
    expect(entries).toMatchObject([
      {
        before: { durationMinutes: 30, slotIntervalMinutes: null },
        after: { durationMinutes: 45, slotIntervalMinutes: 15 },
      },
      { before: { bufferAfterMinutes: 0 }, after: { bufferAfterMinutes: 10 } },
      {
        before: { timezone: 'UTC', weekStartsOn: null, language: null },
        after: { timezone: 'Europe/Berlin', weekStartsOn: 'sunday', language: 'de' },
      },
    ]);
    await set({ weekStartsOn: null, language: null, bookingDefaults: { slotIntervalMinutes: null } });
    expect(await now()).toMatchObject({ weekStartsOn: null, language: null });
    const { rows } = (await ok(exports.exportWorkspace, { part: 'workspace' })) as never as { rows: unknown[] };
    expect(rows).toMatchObject([{ timezone: 'Europe/Berlin', bookingDefaults: { durationMinutes: 45 } }]);
  });

  it.each([
    [{ timezone: 'Berlin' }, 'timezone'],
    [{ weekStartsOn: 'tuesday' }, 'weekStartsOn'],
    [{ language: 'fr' }, 'language'],
    [{ bookingDefaults: { durationMinutes: 721 } }, 'bookingDefaults.durationMinutes'],
    [{ bookingDefaults: { slotIntervalMinutes: 4 } }, 'bookingDefaults.slotIntervalMinutes'],
    [{ bookingDefaults: { bufferBeforeMinutes: null } }, 'bookingDefaults.bufferBeforeMinutes'],
    [{ bookingDefaults: { duration: 30 } }, 'bookingDefaults.duration'],
  ])('refuse %j, and nothing of the call is stored', async (wrong, path) => {
    const answer = await call(workspace.updateWorkspace, { name: 'Half', ...wrong });
    expect([answer.status, answer.json().error.details?.issues]).toEqual([400, [expect.objectContaining({ path })]]);
    expect(await now()).toMatchObject({ name: 'Test', ...usualDefaults });
  });

  it('refuse an empty change, an old version, and members', async () => {
    expect((await call(workspace.updateWorkspace, { bookingDefaults: {} })).status).toBe(400);
    const { version } = await now();
    await set({ name: 'Renamed' });
    const late = await call(workspace.updateWorkspace, { language: 'de', expectedVersion: version });
    expect([late.status, (await now()).language]).toEqual([409, null]);
    headers = (await its.team.key('member')).headers;
    expect((await call(workspace.updateWorkspace, { language: 'de' })).status).toBe(403);
  });
});

describe('what begins with them', () => {
  it('new event types, of a team too: what is sent comes first', async () => {
    await set({ bookingDefaults: chosen });
    const event = { name: 'Intro', locationType: 'phone' };
    expect((await ok(eventTypes.createEventType, event)).eventType).toMatchObject(chosen);
    const sent = { durationMinutes: 20, slotIntervalMinutes: null, bufferAfterMinutes: 0 };
    const own = await ok(eventTypes.createEventType, { ...event, ...sent, slug: 'own' });
    expect(own.eventType).toMatchObject({ ...chosen, ...sent });
    const { team } = await ok(teams.createTeam, { name: 'Sales', members: [its.team.members.owner.userId] });
    const ofTeam = await ok(eventTypes.createEventType, { ...event, teamId: team?.id, assignment: 'round_robin' });
    expect(ofTeam.eventType).toMatchObject(chosen);
  });

  it('the first event type of somebody who joins', async () => {
    await set({ bookingDefaults: chosen });
    const { workspaceId, members } = its.team;
    const owner = { id: members.member.userId, name: 'Person member' };
    await inTransaction(its.stack.sql, (tx) => openForBookings(tx, workspaceId, { owner, timezone: 'UTC' }));
    expect(
      await its.stack
        .sql`select slug, duration_minutes::int, buffer_after_minutes::int from event_types where host_id = ${owner.id}`,
    ).toMatchObject([{ slug: 'meeting-45', duration_minutes: 45, buffer_after_minutes: 10 }]);
  });

  it('schedules, teams and numbers without a zone', async () => {
    await set({ timezone: 'Asia/Tokyo' });
    const weeklyHours = [{ days: ['monday'], start: '09:00', end: '17:00' }];
    expect(await ok(schedules.createSchedule, { name: 'Mine', weeklyHours })).toMatchObject({ timezone: 'Asia/Tokyo' });
    const other = { name: 'Other', weeklyHours, timezone: 'Europe/Rome' };
    expect(await ok(schedules.createSchedule, other)).toMatchObject({ timezone: 'Europe/Rome' });
    expect((await ok(teams.createTeam, { name: 'Ops' })).team).toMatchObject({ timezone: 'Asia/Tokyo' });
    expect(await ok(insights.getInsights)).toMatchObject({ timeZone: 'Asia/Tokyo' });
  });
});

describe('a workspace that speaks German and begins weeks on Saturday', () => {
  beforeEach(() => set({ language: 'de', weekStartsOn: 'saturday', timezone: 'Europe/Vienna' }));

  const owned = () => ({ hostUserId: its.team.members.owner.userId });
  const page = async (language: string | null): Promise<string> => {
    const answer = await http(`${its.stack.publicUrl}/${its.team.slug}/hedy/intro`, {
      headers: language === null ? {} : { 'Accept-Language': language },
    });
    return answer.text;
  };

  it('shows it to guests whose browser names neither language', async () => {
    await ok(eventTypes.createEventType, { ...{ name: 'Intro', locationType: 'phone' }, ...owned() });
    const [none, french, english] = [await page(null), await page('fr-FR,fr;q=0.9'), await page('en-US')];
    expect(none).toContain('<html lang="de-DE"');
    expect(french).toContain('<html lang="de-DE"');
    expect(english).toContain('<html lang="en-US"');
    for (const html of [none, english]) expect(html).toContain('weekStartsOn":6');
    const missing = await http(`${its.stack.publicUrl}/${its.team.slug}/hedy/none`);
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('<html lang="de-DE"')]);
  });

  it('writes to guests of agents, and to members of whom nothing is known', async () => {
    const { sql } = its.stack;
    const { email, userId } = its.team.members.member;
    expect(await readMailReader(sql, email)).toMatchObject({ language: 'de', timezone: 'Europe/Vienna' });
    await sql`update users set browser_language = 'en' where id = ${userId}`;
    expect(await readMailReader(sql, email)).toMatchObject({ language: 'en' });
    expect(await readMailReader(sql, `${uuidv7()}@nobody.test`)).toMatchObject({ language: 'en', timezone: 'UTC' });
    await ok(eventTypes.createEventType, { ...{ name: 'Intro', locationType: 'phone' }, ...owned() });
    const address = `${its.stack.publicUrl}/api/v1/public/${its.team.slug}/hedy/intro/otp`;
    // No worker mails the code; its challenge stands.
    await postJson(address, { email: 'guest@example.com' });
    expect(await sql`select language from challenges where workspace_id = ${its.team.workspaceId}`).toMatchObject([
      { language: 'de' },
    ]);
  });
});
