import type { Browser, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { addMember } from '../../support/drivers/session.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { createTestTeam } from '../../support/factories/team.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectDone, expectHeading, expectSaid, expectSound, openMember, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ worker: false }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const DAY_MS = 86_400_000;

type Crew = Awaited<ReturnType<typeof createTestTeam>>;

/** A team whose first person may do all, the others are plain members. */
async function crewOf(weights: readonly number[]): Promise<Crew> {
  const crew = await createTestTeam(stack.sql, {
    assignment: 'round_robin',
    members: weights.map((weight) => ({ weight })),
  });
  await stack.sql`update memberships set role = 'owner' where workspace_id = ${crew.workspaceId} and user_id = ${crew.userId}`;
  return crew;
}

/** A meeting given by turn, as rows: so many days ago, to that person, with another ahead in turn who was taken. */
async function turn(crew: Crew, nth: number, daysAgo: number, status = 'completed'): Promise<void> {
  const id = uuidv7();
  const userId = crew.members[nth]?.userId ?? '';
  const ahead = crew.members[(nth + 1) % crew.members.length]?.userId ?? '';
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  await stack.sql`
    insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_timezone, location_type, source,
      revision, created_at)
    values (${id}, ${crew.workspaceId}, ${crew.eventTypeId}, ${userId}, ${status}, ${at}, ${at}::timestamptz + interval '30 minutes',
      'ada@guest.test', 'UTC', 'phone', 'web', 1, ${at})`;
  const one = { weight: 1, assigned: 2, credit: 0, level: 2, lastAssignedAt: null };
  const candidates = [
    { ...one, userId: ahead, level: 1, assigned: 1, state: 'taken' },
    { ...one, userId, state: 'chosen' },
  ];
  await stack.sql`
    insert into booking_assignments (booking_id, event_type_id, user_id, reason, created_at)
    values (${id}, ${crew.eventTypeId}, ${userId}, ${stack.sql.json({ candidates, more: 0, fixed: [] })}, ${at})`;
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('teams', { timeout: 90_000 }, () => {
  it('is made with its people, given an event type, weights and a fixed host, renamed and deleted', async () => {
    const { page, faults } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/team`);
    await page.getByText('No team yet.').waitFor();
    await expectSound(page);
    await picture(page, 'teams-empty');
    await press(page, 'New team');
    await page.getByLabel('Name', { exact: true }).fill('Sales');
    await page.getByRole('dialog').getByText('Grace').waitFor();
    await expectSound(page);
    await picture(page, 'teams-new');
    await press(page, 'Create team');
    await section(page, 'Teams').getByText('1 person · 0 event types').waitFor();

    await page.getByRole('link', { name: 'Give it an event type (Sales)' }).click();
    await expectHeading(page, 'Sales');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Event types');
    await press(page, 'Add a person');
    await page.getByLabel('Person', { exact: true }).selectOption('Grace Hopper');
    await page.getByRole('dialog').getByRole('spinbutton', { name: 'Weight' }).fill('2');
    await press(page, 'Add');
    const people = page.getByRole('list', { name: 'People' });
    await people.getByRole('listitem').filter({ hasText: 'Grace' }).getByText('Weight 2').waitFor();
    await press(page, /^Change Ada/);
    await page.getByRole('checkbox', { name: 'Attends every meeting' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await people.getByText('Attends every meeting').waitFor();

    const events = section(page, 'Event types');
    await events.getByRole('button', { name: 'New event type' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Demo');
    await dialog.getByLabel('Where').selectOption('phone');
    await dialog.getByRole('button', { name: 'New event type' }).click();
    const who = page.getByLabel('Who meets guests of Demo');
    expect(await who.inputValue()).toBe('round_robin');
    await who.selectOption('collective');
    await events.getByText('Demo is changed.').waitFor();
    expect(await who.inputValue()).toBe('collective');
    const [row] = await stack.sql`select assignment from event_types where name = 'Demo'`;
    expect(row?.assignment).toBe('collective');
    await section(page, 'Fairness').getByText('No meeting was given in turn').waitFor();

    await page.getByLabel('Name', { exact: true }).fill('Sales Europe');
    await page.getByLabel('End of the link').fill('sales-eu');
    await press(page, 'Save Name and link');
    await expectSaid(page, 'Name and link', 'Saved.');
    await expectHeading(page, 'Sales Europe');
    await expectSound(page);
    await picture(page, 'team-one');
    await press(page, /^Remove Grace/);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expectDone(page, 'People', 'is out of the team.');
    await press(page, 'Delete the team');
    await page.getByText('One event type is switched off with it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the team' }).click();
    await page.getByText('No team yet.').waitFor();
    expect(faults).toEqual([]);
  });

  it('shows who got how many meetings, and why the last ten', async () => {
    const crew = await crewOf([1, 2]);
    for (let daysAgo = 1; daysAgo <= 8; daysAgo += 1) await turn(crew, 1, daysAgo);
    for (let daysAgo = 9; daysAgo <= 12; daysAgo += 1) await turn(crew, 0, daysAgo);
    await turn(crew, 1, 0.5, 'canceled');
    await turn(crew, 0, 200);
    const { page, faults } = await openMember(stack, browser, {
      ...{ email: crew.members[0]?.email ?? '', workspace: crew.address.workspace },
    });
    await page.goto(`${stack.appUrl}/team/${crew.teamId}`);
    const numbers = section(page, 'Fairness').getByRole('table');
    const rows = async () => (await numbers.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*/));
    await numbers.waitFor();
    expect((await rows()).slice(1)).toEqual([
      ['Member 0', '1', '4', '4', '0'],
      ['Member 1', '2', '8', '8', '1'],
    ]);
    const why = page.getByRole('list', { name: 'Why the last ten' });
    expect(await why.getByRole('listitem').count()).toBe(10);
    const newest = why.getByRole('listitem').first();
    expect(await newest.textContent()).toMatch(/Member 1.*canceled.*Member 1 was next in order.*Member 0 was taken/s);
    await page.locator('.chart canvas').waitFor();
    await expectSound(page);
    await picture(page, 'team-fairness');
    await page.getByLabel('Period').selectOption('365');
    await expect.poll(async () => (await rows())[1]?.[2]).toBe('5');
    expect(faults).toEqual([]);
  });

  it('tells the second of two who change it, and loads the new state on request', async () => {
    const crew = await crewOf([1]);
    const { page } = await openMember(stack, browser, {
      ...{ email: crew.members[0]?.email ?? '', workspace: crew.address.workspace },
    });
    await page.goto(`${stack.appUrl}/team/${crew.teamId}`);
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await stack.sql`update teams set name = 'Theirs' where id = ${crew.teamId}`;
    await press(page, 'Save Name and link');
    await page.getByText('has changed the team meanwhile').waitFor();
    await expectSound(page);
    await picture(page, 'team-changed-meanwhile');
    await press(page, 'Load the new state');
    await expectHeading(page, 'Theirs');
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');
    await page.getByLabel('Name', { exact: true }).fill('Ours');
    await press(page, 'Save Name and link');
    await expectHeading(page, 'Ours');
  });

  it('shows each form as the call that it sends, and sends nothing by that', async () => {
    const crew = await crewOf([1]);
    const { page, faults } = await openMember(stack, browser, {
      ...{ email: crew.members[0]?.email ?? '', workspace: crew.address.workspace },
    });
    const sent: { method: string; url: string; body: string | null }[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET')
        sent.push({ method: request.method(), url: request.url(), body: request.postData() });
    });
    await page.goto(`${stack.appUrl}/team/${crew.teamId}`);
    const settings = section(page, 'Name and link');
    await settings.getByText('API call').click();
    await settings.getByText('Nothing would be sent').waitFor();
    await settings.getByLabel('Name', { exact: true }).fill("O'Hara");
    const shown = () => settings.locator('.as-call pre').allTextContents();
    await expect.poll(async () => (await shown())[0]).toContain('"name":"O');
    await expectSound(page);
    await picture(page, 'team-as-call');
    const [curl = '', tool = ''] = await shown();
    expect(sent).toEqual([]);
    await press(page, 'Save Name and link');
    await expectHeading(page, "O'Hara");
    const [only] = sent;
    expect(sent).toHaveLength(1);
    const body = (only?.body ?? '').replaceAll("'", "'\\''");
    expect(curl).toBe(
      [
        `curl -X ${only?.method} '${only?.url}'`,
        '-H "Authorization: Bearer $HOLDFAST_API_KEY"',
        "-H 'Content-Type: application/json'",
        `-d '${body}'`,
      ].join(' \\\n  '),
    );
    const asked = { id: crew.teamId, ...JSON.parse(only?.body ?? '{}') };
    expect(JSON.parse(tool)).toEqual({ name: 'update_team', arguments: asked });
    // A confirmation has no form: its button says it.
    await press(page, /^Remove Member 0/);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('API call').click();
    await dialog.getByText('remove_team_member').waitFor();
    expect(sent).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it('works by keyboard alone', async () => {
    const crew = await crewOf([1]);
    const { page } = await openMember(stack, browser, {
      ...{ email: crew.members[0]?.email ?? '', workspace: crew.address.workspace },
    });
    await page.goto(`${stack.appUrl}/team`);
    await page.getByRole('link', { name: 'The Crew' }).waitFor();
    const tabTo = async (name: string): Promise<void> => {
      for (let steps = 0; steps < 40; steps += 1) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate('document.activeElement.textContent.trim()')) === name) return;
      }
      throw new Error(`the keyboard does not reach ${name}`);
    };
    await tabTo('New team');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('By hand');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'By hand', exact: true }).waitFor();
    await tabTo('By hand');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'By hand');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  });

  it('is only read by a member, is nothing for billing, and is said where the plan has no room', async () => {
    const team = await makeTeam(stack.sql);
    const id = uuidv7();
    await stack.sql`
      insert into teams (id, workspace_id, slug, name, timezone) values (${id}, ${team.workspaceId}, 'ops', 'Ops', 'UTC')`;
    await stack.sql`
      insert into team_members (team_id, workspace_id, user_id) values (${id}, ${team.workspaceId}, ${team.members.owner.userId})`;
    const as = (role: 'owner' | 'member' | 'manager' | 'billing_only') =>
      openMember(stack, browser, { email: team.members[role].email, workspace: team.slug });
    const { page } = await as('member');
    await page.goto(`${stack.appUrl}/team/${id}`);
    await page.getByText('Owners, admins and managers change teams.').waitFor();
    await page.getByRole('list', { name: 'People' }).waitFor();
    for (const name of ['Add a person', 'New event type', 'Delete the team', 'Save Name and link'])
      expect(await page.getByRole('button', { name }).count(), name).toBe(0);
    // The numbers are for those of the team.
    expect(await section(page, 'Fairness').count()).toBe(0);
    await expectSound(page);
    await picture(page, 'team-member');

    const billing = await as('billing_only');
    await billing.page.goto(`${stack.appUrl}/team`);
    await billing.page.getByText('Teams are not part of your role').waitFor();

    await stack.sql`update workspaces set plan = 'starter' where id = ${team.workspaceId}`;
    const manager = await as('manager');
    await manager.page.goto(`${stack.appUrl}/team`);
    await press(manager.page, 'New team');
    await manager.page.getByLabel('Name', { exact: true }).fill('Second');
    await press(manager.page, 'Create team');
    await manager.page.getByText('has room for 1 team, and 1 is there').waitFor();
    const way = manager.page.getByRole('link', { name: /Choose a plan/ });
    expect(await way.getAttribute('href')).toMatch(/^\/settings\/billing\?.*plan=plus/);
    await expectSound(manager.page);
    await picture(manager.page, 'team-no-room');
  });

  it('says that the teams did not load, and loads them on request; an unknown one is said to be gone', async () => {
    await addMember(stack, { email: 'grace@acme.test', workspace: 'quiet', role: 'manager' });
    const { page } = await openMember(stack, browser, { email: 'grace@acme.test', workspace: 'quiet' });
    await page.route('**/api/v1/workspace/teams*', (route) => route.abort());
    await page.goto(`${stack.appUrl}/team?workspace=quiet`);
    await page.getByText('We could not reach Holdfast').waitFor();
    await expectSound(page);
    await page.unroute('**/api/v1/workspace/teams*');
    await press(page, 'Try again');
    await page.getByText('No team yet.').waitFor();
    await page.goto(`${stack.appUrl}/team/${uuidv7()}?workspace=quiet`);
    await page.getByText('This team does not exist, or no longer').waitFor();
  });
});
