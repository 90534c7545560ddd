import type { Browser, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capsOf, fitsFrom, type Subscription, subscriptionAt } from '../../../domain/billing/plan.ts';
import { PLANS } from '../../../domain/billing/plans.ts';
import type { CountedFeature as Counted, Plan } from '../../../schemas/shapes/plan.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { HELD, HELD_AT, holdPlan } from '../../support/factories/held-plans.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { addOne } from '../../support/factories/plan-use.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectSound, openMember, picture } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ demo: false }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/** How a person adds one by the dashboard. */
interface Form {
  readonly path: string;
  readonly section: string;
  readonly open: string;
  readonly dialog: string;
  /** Of the one that it adds. */
  readonly field: string;
  readonly text: () => string;
  readonly submit: string;
  /** What shows that it was added, or null: the dialog is gone. */
  readonly done: RegExp | null;
}

/** Webhooks have no page yet. */
type CountedFeature = Exclude<Counted, 'webhooks'>;

/** Of each feature: its form. A new feature does not compile without one. */
const forms: Readonly<Record<CountedFeature, Form>> = {
  members: {
    ...{
      path: '/team',
      section: 'Members',
      open: 'Invite',
      dialog: 'Invite a member',
      field: 'Email',
      submit: 'Send invitation',
    },
    ...{ text: () => `${uuidv7()}@guest.test`, done: null },
  },
  agentSeats: {
    ...{
      path: '/settings/access',
      section: 'Agent seats',
      open: 'New seat',
      dialog: 'New agent seat',
      field: 'Name',
      submit: 'Create seat',
    },
    ...{ text: () => 'One more', done: /^The key of/ },
  },
  eventTypes: {
    ...{
      path: '/event-types',
      section: 'Your event types',
      open: 'New event type',
      dialog: 'New event type',
      field: 'Name',
      submit: 'Create',
    },
    ...{ text: () => `Further ${uuidv7()}`, done: null },
  },
  teams: {
    ...{
      path: '/team',
      section: 'Teams',
      open: 'New team',
      dialog: 'New team',
      field: 'Name',
      submit: 'Create team',
    },
    ...{ text: () => `Team ${uuidv7()}`, done: null },
  },
};

const byPages = (Object.entries(forms) as [CountedFeature, Form][]).map(([feature, form]) => ({ feature, form }));

/** How many there are: invitations count as members, archived event types do not. */
const COUNTS: Readonly<Record<CountedFeature, (workspaceId: string) => Promise<{ used: number }[]>>> = {
  members: (id) => stack.sql<{ used: number }[]>`
    select (select count(*) from memberships where workspace_id = ${id})::int
      + (select count(*) from invitations where workspace_id = ${id})::int as used`,
  agentSeats: (id) =>
    stack.sql<{ used: number }[]>`select count(*)::int as used from agent_seats where workspace_id = ${id}`,
  eventTypes: (id) => stack.sql<{ used: number }[]>`
    select count(*)::int as used from event_types where workspace_id = ${id} and archived_at is null`,
  teams: (id) => stack.sql<{ used: number }[]>`select count(*)::int as used from teams where workspace_id = ${id}`,
};

const usedOf = async (feature: CountedFeature, { workspaceId }: TestTeam): Promise<number> =>
  (await COUNTS[feature](workspaceId))[0]?.used ?? -1;

async function fillUpTo(feature: CountedFeature, team: TestTeam, count: number): Promise<void> {
  for (let used = await usedOf(feature, team); used < count; used += 1) await addOne[feature](stack, team);
}

const dialogOf = (page: Page, form: Form) => page.getByRole('dialog', { name: form.dialog });

async function openForm(page: Page, form: Form): Promise<void> {
  if (new URL(page.url()).pathname !== form.path) await page.goto(`${stack.appUrl}${form.path}`);
  await page.getByRole('region', { name: form.section }).getByRole('button', { name: form.open, exact: true }).click();
  await dialogOf(page, form).getByLabel(form.field, { exact: true }).fill(form.text());
}
const submit = (page: Page, form: Form) =>
  dialogOf(page, form).getByRole('button', { name: form.submit, exact: true }).click();

async function expectAdded(page: Page, form: Form): Promise<void> {
  if (form.done !== null) await page.getByRole('dialog', { name: form.done }).waitFor();
  await dialogOf(page, form).waitFor({ state: 'detached' });
  if (form.done !== null) await page.getByRole('button', { name: 'I have it' }).click();
}

/** One more is added. */
async function expectRoom(page: Page, form: Form, { feature, team }: { feature: CountedFeature; team: TestTeam }) {
  const before = await usedOf(feature, team);
  await openForm(page, form);
  await submit(page, form);
  await expectAdded(page, form);
  expect(await usedOf(feature, team)).toBe(before + 1);
}

interface Refusal {
  readonly feature: CountedFeature;
  readonly cap: number;
  readonly used: number;
  readonly plan: Plan;
}

/** The words of the 402, and the way to a plan that has room. */
async function expectRefused(page: Page, form: Form, { feature, cap, used, plan }: Refusal): Promise<void> {
  const alert = dialogOf(page, form).getByRole('alert');
  await alert.waitFor();
  const words = (await alert.textContent()) ?? '';
  expect(words).toContain('The plan has no room');
  const has = `The plan ${PLANS[plan].name} has`;
  if (cap === 0) return expect(words).toMatch(new RegExp(`${has} no ${feature}\\. Choose \\w+ or more`));
  expect(words).toContain(`${has} room for ${cap} `);
  expect(words).toContain(`and ${used} ${used === 1 ? 'is' : 'are'} there`);
  const larger = fitsFrom(feature, used + 1, plan);
  const choice = larger === plan ? `${PLANS[plan].name} for ${used + 1} members` : larger && PLANS[larger].name;
  if (choice) expect(words).toContain(`choose ${choice} or more`);
  if (plan === 'starter') await expectSound(page);
}

/** Another person takes the last place while the form is open: at the cap, the page has no button for seats. */
async function expectNoRoom(page: Page, form: Form, { team, ...refusal }: Refusal & { readonly team: TestTeam }) {
  const { feature, cap } = refusal;
  await freeOne(feature, team);
  await page.reload();
  await openForm(page, form);
  await fillUpTo(feature, team, cap);
  await submit(page, form);
  await expectRefused(page, form, refusal);
  expect(await usedOf(feature, team)).toBe(cap);
}

/** A workspace with room for one more of each, or for many. */
async function oneBelow(subscription: Subscription) {
  const team = await makeTeam(stack.sql);
  await holdPlan(stack.sql, team.workspaceId, subscription);
  const caps = capsOf(subscription, HELD_AT);
  // An owner alone, so that even one member more can be too many.
  if (caps.members === 1)
    await stack.sql`delete from memberships where workspace_id = ${team.workspaceId} and role <> 'owner'`;
  for (const { feature } of byPages) await fillUpTo(feature, team, (caps[feature] ?? 25) - 1);
  return { team, caps };
}

describe('adding on the home page', { timeout: 60_000 }, () => {
  it.each(Object.entries(HELD))('%s', async (name, subscription) => {
    const { team, caps } = await oneBelow(subscription);
    const { plan } = subscriptionAt(subscription, HELD_AT);
    const { page, faults, context } = await openMember(stack, browser, {
      ...{ email: team.members.owner.email, workspace: team.slug },
    });
    for (const { feature, form } of byPages) {
      const cap = caps[feature];
      if ((await usedOf(feature, team)) < (cap ?? 99)) await expectRoom(page, form, { feature, team });
      if (cap === null) continue;
      await expectNoRoom(page, form, { feature, cap, used: cap, plan, team });
      await picture(page, `home-no-room-${feature}-${name}`);
      await page.keyboard.press('Escape');
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it('seats that are all taken lead to the plans', async () => {
    const team = await makeTeam(stack.sql);
    await holdPlan(stack.sql, team.workspaceId, HELD.starter as (typeof HELD)[string]);
    await fillUpTo('agentSeats', team, 3);
    const { page } = await openMember(stack, browser, { email: team.members.owner.email, workspace: team.slug });
    await page.goto(`${stack.appUrl}/settings/access`);
    await expectSound(page);
    const section = page.getByRole('region', { name: 'Agent seats' });
    await section.getByText('3 of 3 taken.').waitFor();
    expect(await section.getByRole('link', { name: 'Plans with more seats' }).getAttribute('href')).toBe(
      `/plans?workspace=${team.slug}`,
    );
    expect(await section.getByRole('button', { name: 'New seat' }).count()).toBe(0);
  });
});

describe('no room', () => {
  it('leads to the plan with one click, in a tab of its own: what was typed is still there, and is sent once there is room', async () => {
    const team = await makeTeam(stack.sql);
    await holdPlan(stack.sql, team.workspaceId, { plan: 'plus', status: 'active', trialEndsAtMs: null, seats: 5 });
    const { page, context, faults } = await openMember(stack, browser, {
      ...{ email: team.members.owner.email, workspace: team.slug, width: 390 },
    });
    const { members: form } = forms;
    await openForm(page, form);
    const dialog = dialogOf(page, form);
    const typed = await dialog.getByLabel('Email').inputValue();
    await dialog.getByLabel('Role').selectOption('manager');
    await submit(page, form);
    const alert = dialog.getByRole('alert');
    await alert.getByText('The plan Plus has room for 5 members, and 5 are there.').waitFor();
    await expectSound(page);
    await picture(page, 'home-no-room');
    const opening = context.waitForEvent('page');
    await alert.getByRole('link', { name: 'Choose a plan (new tab)' }).click();
    const other = await opening;
    const choice = other.getByRole('dialog', { name: 'Choose a plan' });
    expect(await choice.getByLabel('Plan', { exact: true }).inputValue()).toBe('plus');
    expect(await choice.getByLabel('Members').inputValue()).toBe('6');
    expect(other.url()).toBe(`${stack.appUrl}/settings/billing?workspace=${team.slug}#plan`);
    await other.close();
    expect(await dialog.getByLabel('Email').inputValue()).toBe(typed);
    await stack.sql`update workspaces set seats = 6 where id = ${team.workspaceId}`;
    await submit(page, form);
    await page.getByText(`${typed} is invited.`).waitFor();
    expect(await stack.sql`select role from invitations where workspace_id = ${team.workspaceId}`).toEqual([
      { role: 'manager' },
    ]);
    // The page of the plan counts it at once.
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Plan', exact: true }).click();
    await page.getByRole('region', { name: 'Plan' }).getByText('6 of 6').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('in a workspace that is locked says so, and leads to paying', async () => {
    const team = await makeTeam(stack.sql);
    await holdPlan(stack.sql, team.workspaceId, { plan: 'plus', status: 'inactive', trialEndsAtMs: null, seats: 9 });
    const { page, context } = await openMember(stack, browser, {
      ...{ email: team.members.owner.email, workspace: team.slug },
    });
    const { members: form } = forms;
    await openForm(page, form);
    await submit(page, form);
    const alert = dialogOf(page, form).getByRole('alert');
    await alert.getByText('The workspace is locked').waitFor();
    expect(await alert.textContent()).not.toContain('no room');
    expect(await alert.getByRole('link', { name: 'Pay (new tab)' }).getAttribute('href')).toBe(
      `/settings/billing?workspace=${team.slug}#plan`,
    );
    await picture(page, 'home-locked');
    await context.close();
  });
});

const TABLES = { agentSeats: 'agent_seats', eventTypes: 'event_types', teams: 'teams' } as const;

/** Takes away what was added last. */
function freeOne(feature: CountedFeature, { workspaceId }: TestTeam) {
  if (feature === 'members') return stack.sql`delete from invitations where workspace_id = ${workspaceId}`;
  const table = stack.sql(TABLES[feature]);
  return stack.sql`delete from ${table} where id =
    (select id from ${table} where workspace_id = ${workspaceId} order by created_at desc limit 1)`;
}
