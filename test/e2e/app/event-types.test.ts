import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeEventType } from '../../support/factories/event-types.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import {
  expectDone,
  expectHeading,
  expectInSight,
  expectSaid,
  expectSound,
  openMember,
  picture,
  press,
} from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ worker: false, demo: false }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

type Role = 'owner' | 'admin' | 'manager' | 'member' | 'billing_only';

const openAs = (team: TestTeam, role: Role, width?: number) =>
  openMember(stack, browser, { email: team.members[role].email, workspace: team.slug, ...(width && { width }) });

/** The page of a new event type of the team's owner. */
async function openEditor(role: Role = 'owner') {
  const team = await makeTeam(stack.sql);
  const id = await makeEventType(stack.sql, team, team.members.owner.userId);
  const visit = await openAs(team, role);
  await visit.page.goto(`${stack.appUrl}/event-types/${id}`);
  await expectHeading(visit.page, 'Sample');
  return { ...visit, team, id };
}

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const save = (page: Page, name: string) => press(page, `Save ${name}`);
const expectSaved = (page: Page, name: string, words = 'Saved. Guests see it from now on.') =>
  expectSaid(page, name, words);

const usernameOf = async (userId: string): Promise<string> => {
  const [row] = await stack.sql<{ username: string }[]>`select username from memberships where user_id = ${userId}`;
  return row?.username ?? '';
};

const settingsOf = async (id: string) =>
  (await stack.sql<Record<string, unknown>[]>`select * from event_types where id = ${id}`)[0];

describe('the list', { timeout: 60_000 }, () => {
  it('makes an event type from three fields, whose link works at once', async () => {
    const team = await makeTeam(stack.sql);
    const { page, faults } = await openAs(team, 'admin');
    await page.goto(`${stack.appUrl}/event-types`);
    await page.getByText('You have no event types yet.').waitFor();
    await press(page, 'New event type');
    const dialog = page.getByRole('dialog', { name: 'New event type' });
    await dialog.getByLabel('Name').fill('Coffee in Berlin');
    await dialog.getByLabel('Minutes').fill('45');
    // Nobody makes links for video calls: what works without is chosen, and the other says what it lacks.
    expect(await dialog.getByLabel('Where').inputValue()).toBe('phone');
    await dialog.getByLabel('Where').selectOption('google_meet');
    await dialog.getByRole('status').getByText('You have no Google calendar connected').waitFor();
    await dialog.getByLabel('Link to join').waitFor();
    await picture(page, 'event-types-new-no-calendar');
    await dialog.getByLabel('Where').selectOption('in_person');
    await dialog.getByLabel('The place').fill('Café Oberholz');
    await expectSound(page);
    await picture(page, 'event-types-new');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await group(page, 'Your event types').getByText('Coffee in Berlin can be booked now.').waitFor();
    // The next one begins where the last one is.
    await press(page, 'New event type');
    await expect.poll(() => dialog.getByLabel('The place').inputValue()).toBe('Café Oberholz');
    await page.keyboard.press('Escape');
    await press(page, 'Copy link to Coffee in Berlin');
    const link = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(link).toMatch(new RegExp(`^${stack.publicUrl}/${team.slug}/[^/]+/coffee-in-berlin$`));
    expect((await fetch(link)).status).toBe(200);
    await expectSound(page);
    await picture(page, 'event-types-list');
    expect(faults).toEqual([]);
  });

  it('duplicates, switches off and on again; those that are off for long have an address', async () => {
    const team = await makeTeam(stack.sql);
    const id = await makeEventType(stack.sql, team, team.members.admin.userId);
    await stack.sql`update event_types set buffer_after_minutes = 25 where id = ${id}`;
    const { page, faults } = await openAs(team, 'admin');
    await page.goto(`${stack.appUrl}/event-types`);
    const menu = page.locator('summary', { hasText: 'More Sample' });
    await menu.click();
    await picture(page, 'event-types-menu');
    await press(page, 'Duplicate');
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
    await expectHeading(page, 'Sample (copy)');
    expect(await group(page, 'Times').getByLabel('Buffer after (minutes)').inputValue()).toBe('25');
    await page.getByRole('link', { name: 'All event types' }).click();
    const own = group(page, 'Your event types');
    const bookable = page.getByRole('switch', { name: 'Guests can book Sample', exact: true });
    const messages = page.getByRole('status', { name: 'Messages' });
    const link = `${stack.publicUrl}/${team.slug}/${await usernameOf(team.members.admin.userId)}/event-${id}`;
    // By the keyboard alone.
    await bookable.focus();
    await page.keyboard.press('Space');
    await messages.getByText('Sample is off').waitFor();
    expect(await bookable.getAttribute('aria-checked')).toBe('false');
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('switch');
    await own.getByText('Its link takes no bookings.').waitFor();
    const off = await fetch(link);
    expect([off.status, (await off.text()).includes('Sample cannot be booked right now')]).toEqual([404, true]);
    await expectSound(page);
    await picture(page, 'event-types-off');
    await messages.getByRole('button', { name: 'Undo' }).click();
    await messages.getByText('It is as it was before.').waitFor();
    expect(await bookable.getAttribute('aria-checked')).toBe('true');
    expect((await fetch(link)).status).toBe(200);
    // Another has the link meanwhile: the card says so, and the switch goes back.
    await bookable.click();
    await messages.getByText('Sample is off').waitFor();
    await stack.sql`update event_types set slug = ${`event-${id}`} where slug = 'sample-copy'`;
    await bookable.click();
    await own.getByText('There is one with this link already').waitFor();
    expect(await bookable.getAttribute('aria-checked')).toBe('false');
    await picture(page, 'event-types-off-taken');
    await stack.sql`update event_types set slug = 'sample-copy' where slug = ${`event-${id}`} and archived_at is null`;
    await stack.sql`update event_types set archived_at = now() - interval '40 days' where id = ${id}`;
    await page.goto(`${stack.appUrl}/event-types`);
    await own.getByText('Sample (copy)').first().waitFor();
    expect(await bookable.count()).toBe(0);
    await page.getByRole('link', { name: 'Off', exact: true }).click();
    await page.waitForURL(/show=off/);
    await bookable.click();
    await messages.getByText('Sample is on').waitFor();
    await group(page, 'Event types that are off').getByText('None is off.').waitFor();
    await expectSound(page);
    await page.goto(`${stack.appUrl}/event-types/${id}`);
    await bookable.click();
    await page.getByText('This event type is off').waitFor();
    await picture(page, 'event-type-off');
    await bookable.click();
    await group(page, 'Times').waitFor();
    const slugs = await stack.sql`
      select slug, buffer_after_minutes as after from event_types
      where host_id = ${team.members.admin.userId} and archived_at is null order by slug`;
    expect(slugs).toEqual([
      { slug: `event-${id}`, after: 25 },
      { slug: 'sample-copy', after: 25 },
    ]);
    expect(faults).toEqual([]);
  });

  it('shows a member their own, a manager those of others too, and tells billing what their role lacks', async () => {
    const team = await makeTeam(stack.sql);
    await makeEventType(stack.sql, team, team.members.owner.userId);
    const { page: manager } = await openAs(team, 'manager');
    await manager.goto(`${stack.appUrl}/event-types`);
    await group(manager, 'Of others and of teams').getByRole('link', { name: 'Sample' }).waitFor();
    const { page: member } = await openAs(team, 'member');
    await member.goto(`${stack.appUrl}/event-types`);
    await member.getByText('You have no event types yet.').waitFor();
    expect(await member.getByText('Sample').count()).toBe(0);
    const { page: billing } = await openAs(team, 'billing_only');
    await billing.goto(`${stack.appUrl}/event-types`);
    await billing.getByText('Your role is for billing only').waitFor();
    await expectSound(billing);
    await picture(billing, 'event-types-no-role');
  });
});

describe('the page of one', { timeout: 60_000 }, () => {
  it('shows what is typed in the preview, and saves each group by itself', async () => {
    const { page, id, faults } = await openEditor();
    const preview = page.getByRole('complementary', { name: 'Preview' });
    const basics = group(page, 'Basics');
    await basics.getByLabel('Name').fill('Long talk');
    await basics.getByLabel('Minutes').fill('90');
    await basics.getByLabel('Description').fill('We talk at length.');
    await preview.getByText('Long talk').waitFor();
    await preview.getByText('1 h 30 min').waitFor();
    await basics.getByText('Not saved yet').waitFor();
    expect(await settingsOf(id)).toMatchObject({ name: 'Sample', duration_minutes: 30 });
    const times = group(page, 'Times');
    await times.getByLabel('Minimum notice').fill('2');
    await times.getByLabel('Unit of the notice').selectOption('days');
    await times.getByLabel('Per week').fill('4');
    await save(page, 'Times');
    await expectSaved(page, 'Times');
    expect(await settingsOf(id)).toMatchObject({ name: 'Sample', minimum_notice_minutes: 2_880, limit_per_week: 4 });
    await save(page, 'Basics');
    await expectHeading(page, 'Long talk');
    await expectSaved(page, 'Basics');
    // An earlier answer is none to a later act.
    await expect.poll(() => page.getByText('Saved. Guests see it from now on.').count()).toBe(1);
    const guests = group(page, 'Guests');
    await guests.getByLabel('I approve each booking').check();
    await preview.getByText('The host approves each request.').waitFor();
    await save(page, 'Guests');
    await expectSaved(page, 'Guests');
    expect(await settingsOf(id)).toMatchObject({ name: 'Long talk', duration_minutes: 90, requires_approval: true });
    await save(page, 'Look');
    await expectSaved(page, 'Look', 'Nothing has changed.');
    await expectSound(page);
    await picture(page, 'event-type');
    // The real page, anew with each save.
    await press(page, 'The real page');
    const real = page.frameLocator('.preview-page');
    await real.getByRole('heading', { name: 'Long talk' }).waitFor();
    await picture(page, 'event-type-real-page');
    await basics.getByLabel('Name').fill('Longer talk');
    await save(page, 'Basics');
    await real.getByRole('heading', { name: 'Longer talk' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('has reminders: added with their words shown, changed, removed, and as many as the plan has room for', async () => {
    const { page, id, team } = await openEditor();
    await stack.sql`update workspaces set plan = 'free', subscription_status = 'active' where id = ${team.workspaceId}`;
    await page.reload();
    const region = group(page, 'Reminders');
    await region.getByText('0 of 1 in the plan Free.').waitFor();
    await press(page, 'Add a reminder');
    const dialog = page.getByRole('dialog', { name: 'New reminder' });
    await dialog.getByLabel('When').selectOption('day_before');
    await dialog.getByLabel('Time').fill('08:30');
    await dialog.getByLabel('To').selectOption('both');
    await dialog.getByLabel('Subject').fill('Soon: {event_name}');
    await dialog.getByText('Soon: Sample').first().waitFor();
    await dialog.getByLabel('Text').fill('Hi {gust_name}');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('{gust_name} is not filled in').waitFor();
    await dialog.getByLabel('Text').fill('Hi {guest_name}');
    // Both mails are shown, with the values that they will have.
    await expect.poll(() => dialog.getByText('Hi Grace Hopper').count()).toBe(2);
    // By the buttons: where the caret is, by mouse and by keyboard, in the field that was typed in last.
    const text = dialog.getByLabel('Text');
    await text.fill('Hi  of : ');
    await text.press('Home');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await text.press(key);
    await dialog.getByRole('button', { name: 'Insert {guest_name}' }).click();
    await page.keyboard.press('End');
    await dialog.getByRole('button', { name: 'Insert {location}' }).focus();
    await page.keyboard.press('Enter');
    expect(await text.inputValue()).toBe('Hi {guest_name} of : {location}');
    await dialog.getByLabel('Subject').focus();
    await page.keyboard.press('End');
    await dialog.getByRole('button', { name: 'Insert {start}' }).press(' ');
    expect(await dialog.getByLabel('Subject').inputValue()).toBe('Soon: {event_name}{start}');
    await dialog.getByLabel('Subject').fill('Soon: {event_name}');
    // On a phone the buttons below are in sight wherever the dialog is scrolled to.
    const size = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: 390, height: 640 });
    await page.evaluate("document.querySelector('dialog[open]').scrollTo(0, 0)");
    const isLonger =
      "(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.querySelector('dialog[open]'))";
    expect(await page.evaluate(isLonger)).toBe(true);
    await expectInSight(dialog.getByRole('button', { name: 'Add', exact: true }));
    await page.setViewportSize(size);
    await text.fill('Hi {guest_name} of {workspace_name}: {location}');
    const [workspace] = await stack.sql`select name from workspaces where id = ${team.workspaceId}`;
    await dialog.getByText(`Hi Grace Hopper of ${workspace?.name}: Phone call`).first().waitFor();
    await expectSound(page);
    await picture(page, 'event-type-reminder');
    await dialog.getByLabel('Text').fill('Hi {guest_name}');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await save(page, 'Reminders');
    await expectSaved(page, 'Reminders');
    const kept = { when: '1d before 08:30', to: 'both', subject: 'Soon: {event_name}', text: 'Hi {guest_name}' };
    expect(await settingsOf(id)).toMatchObject({ reminders: [kept] });
    await press(page, 'Add a reminder');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await save(page, 'Reminders');
    await region.getByText('The plan Free has room for 1 reminder an event type, and 1 is there.').waitFor();
    await expectSound(page);
    await picture(page, 'event-type-reminders');
    await press(page, 'Remove 1 day before, at 08:30, Guest and host');
    await save(page, 'Reminders');
    await expectSaved(page, 'Reminders');
    expect(await settingsOf(id)).toMatchObject({ reminders: [{ when: '1h before', to: 'guest', text: null }] });
  });

  it('tells the second of two who change the same', async () => {
    const { page, team, id } = await openEditor();
    const { page: other } = await openAs(team, 'admin');
    await other.goto(`${stack.appUrl}/event-types/${id}`);
    await group(other, 'Basics').getByLabel('Name').fill('Theirs');
    await save(other, 'Basics');
    await expectHeading(other, 'Theirs');
    await group(page, 'Basics').getByLabel('Name').fill('Mine');
    await save(page, 'Basics');
    await page.getByText('has changed it meanwhile').waitFor();
    await picture(page, 'event-type-changed-meanwhile');
    expect(await settingsOf(id)).toMatchObject({ name: 'Theirs' });
    await press(page, 'Load the new state');
    await expectHeading(page, 'Theirs');
    await expect.poll(() => group(page, 'Basics').getByLabel('Name').inputValue()).toBe('Theirs');
  });

  it('keeps what was typed while no answer comes', async () => {
    const { page, id } = await openEditor();
    const name = group(page, 'Basics').getByLabel('Name');
    await name.fill('Later');
    await page.route('**/api/v1/workspace/event-types/*', (route) => route.abort());
    await save(page, 'Basics');
    // Beside the pressed button, in sight.
    await expectInSight(page.getByText('We could not reach Holdfast'));
    expect(await name.inputValue()).toBe('Later');
    await page.unroute('**/api/v1/workspace/event-types/*');
    await save(page, 'Basics');
    await expectSaved(page, 'Basics');
    expect(await settingsOf(id)).toMatchObject({ name: 'Later' });
  });

  it('begins a long list with 100 rows, and shows the others on demand', async () => {
    const { page, id, team, faults } = await openEditor();
    await stack.sql`
      insert into short_links (id, workspace_id, token, name, event_type_id, created_at)
      select gen_random_uuid(), ${team.workspaceId}, 'Long' || lpad(n::text, 8, '0'), 'Place ' || n, ${id}, now() - n * interval '1 second'
      from generate_series(1, 203) n`;
    await page.reload();
    const rows = page.getByRole('list', { name: 'Short links' }).getByRole('listitem');
    const place = (n: number) => rows.getByText(`Place ${n}`, { exact: true });
    await place(100).waitFor();
    expect([await rows.count(), await place(101).count()]).toEqual([100, 0]);
    await press(page, 'Show more (103 left)');
    await place(200).waitFor();
    expect([await rows.count(), await place(201).count()]).toEqual([200, 0]);
    // The focus is in the first new row, so that the keyboard goes on from there.
    const focused = () => page.evaluate("document.activeElement.closest('li')?.querySelector('bdi').textContent");
    expect(await focused()).toBe('Place 101');
    await press(page, 'Show more (3 left)');
    await place(203).waitFor();
    expect([await rows.count(), await focused()]).toEqual([203, 'Place 201']);
    expect(await page.getByRole('button', { name: /^Show more/ }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('makes short links that can be ended, and a QR code to keep', async () => {
    const { page, id } = await openEditor();
    await press(page, 'New short link');
    await page.getByRole('dialog').getByLabel('Where you share it').fill('Newsletter');
    await press(page, 'Create short link');
    const row = page.getByRole('list', { name: 'Short links' }).getByRole('listitem');
    await row.getByText('Newsletter', { exact: true }).waitFor();
    const url = (await row.getByRole('link').getAttribute('href')) ?? '';
    expect((await fetch(url)).status).toBe(200);
    await press(page, 'End the short link Newsletter');
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await expectDone(page, 'Share', 'The short link Newsletter is ended.');
    expect((await fetch(url)).status).toBe(404);
    await press(page, 'QR code');
    await page.getByRole('img', { name: `event-${id}` }).waitFor();
    await expectSound(page);
    await picture(page, 'event-type-qr');
    const [png] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as PNG')]);
    expect(png.suggestedFilename()).toMatch(/^qr-.*\.png$/);
    const pixels = await readFile(await png.path());
    expect([pixels.toString('latin1', 1, 4), pixels.readUInt32BE(16) >= 600]).toEqual(['PNG', true]);
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as SVG')]);
    expect(file.suggestedFilename()).toMatch(/^qr-.*\.svg$/);
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^<svg .*<path d="M/);
  });
});

/** The order of the questions in the page. */
const orderOf = (page: Page) => page.locator('.question-row strong').allInnerTexts();
const formOf = async (id: string) => {
  const [row] = await stack.sql<{ fields: { key: string }[] }[]>`
    select f.fields from forms f join event_types e on e.form_id = f.id where e.id = ${id}`;
  return row?.fields;
};

async function addQuestion(page: Page, label: string, more: () => Promise<void> = async () => {}): Promise<void> {
  await press(page, 'Add a question');
  const dialog = page.getByRole('dialog', { name: 'New question' });
  await dialog.getByLabel('Question', { exact: true }).fill(label);
  await more();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
}

describe('questions', { timeout: 60_000 }, () => {
  it('are built, shown in the preview by their condition, and moved by a pointer', async () => {
    const { page, id, faults } = await openEditor();
    const dialog = page.getByRole('dialog');
    await addQuestion(page, 'Why do you come?', async () => {
      await dialog.getByLabel('Answer', { exact: true }).selectOption('single_select');
      await dialog.getByLabel('Choices, one on each line').fill('To buy\nTo ask');
      await dialog.getByLabel('Guests must answer it').check();
    });
    await addQuestion(page, 'What do you ask?', async () => {
      await dialog.getByLabel('Show it').selectOption({ label: 'Only if “Why do you come?” is …' });
      await dialog.getByLabel('This answer').selectOption('To ask');
      await expectSound(page);
      await picture(page, 'event-type-question');
    });
    await addQuestion(page, 'How many are you?', () =>
      dialog
        .getByLabel('Answer', { exact: true })
        .selectOption('number')
        .then(() => {}),
    );
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await preview.getByText('How many are you?').waitFor();
    expect(await preview.getByText('What do you ask?').count()).toBe(0);
    await preview.getByLabel('To ask').check();
    await preview.getByText('What do you ask?').waitFor();
    const handle = page.getByRole('button', { name: 'Move: How many are you?', exact: true });
    const target = page.getByRole('button', { name: 'Move: Why do you come?', exact: true });
    await handle.scrollIntoViewIfNeeded();
    const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
    if (!from || !to) throw new Error('the handles are not shown');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 20, { steps: 6 });
    await page.mouse.move(to.x + 10, to.y + 5, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => orderOf(page)).toEqual(['How many are you?', 'Why do you come?', 'What do you ask?']);
    await save(page, 'Questions');
    await expectSaved(page, 'Questions');
    expect(await formOf(id)).toMatchObject([
      { key: 'how_many_are_you', type: 'number' },
      { key: 'why_do_you_come', required: true, config: { options: [{ value: 'To buy' }, { value: 'To ask' }] } },
      { conditionalLogic: { all: [{ key: 'why_do_you_come', op: 'equals', value: 'To ask' }] } },
    ]);
    await expectSound(page);
    await picture(page, 'event-type-questions');
    expect(faults).toEqual([]);
  });

  it('are built and moved by the keyboard alone; one that comes before what it depends on is not saved', async () => {
    const { page, id } = await openEditor();
    const keys = async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name);
    };
    const focused = () =>
      page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');
    for (const label of ['Two', 'One']) {
      await page.getByRole('button', { name: 'Add a question' }).focus();
      await keys('Enter');
      await page.getByRole('dialog', { name: 'New question' }).getByLabel('Question', { exact: true }).focus();
      await page.keyboard.type(label);
      await keys('Enter');
      await expect.poll(focused).toBe('Add a question');
    }
    await page.getByRole('button', { name: 'Move: One', exact: true }).focus();
    await keys('Space');
    await page.getByText('“One” is picked up, at 2 of 2.').waitFor({ state: 'attached' });
    await keys('ArrowUp');
    await page.getByText('“One” is now at 1 of 2.').waitFor({ state: 'attached' });
    await keys('Space');
    await expect.poll(() => orderOf(page)).toEqual(['One', 'Two']);
    await expect.poll(focused).toBe('Move: One');
    await page.getByRole('button', { name: 'Change Two' }).focus();
    await keys('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change the question' });
    await dialog.getByLabel('Show it').selectOption({ index: 1 });
    await dialog.getByLabel('This answer').fill('yes');
    await keys('Enter');
    await page.getByRole('button', { name: 'Move up: Two' }).focus();
    await keys('Enter');
    await expect.poll(() => orderOf(page)).toEqual(['Two', 'One']);
    await save(page, 'Questions');
    await page.getByText('Its condition does not fit any more').waitFor();
    await expectSound(page);
    expect(await formOf(id)).toBeUndefined();
    await page.getByRole('button', { name: 'Move down: Two' }).focus();
    await keys('Enter');
    await expect.poll(() => orderOf(page)).toEqual(['One', 'Two']);
    await expect.poll(focused).toBe('Move down: Two');
    await save(page, 'Questions');
    await expectSaved(page, 'Questions');
    expect((await formOf(id))?.map(({ key }) => key)).toEqual(['one', 'two']);
  });
});

it('an address that names no event type says so', { timeout: 60_000 }, async () => {
  const team = await makeTeam(stack.sql);
  const { page } = await openAs(team, 'owner');
  await page.goto(`${stack.appUrl}/event-types/${uuidv7()}`);
  await page.getByText('That did not work').waitFor();
  await expectSound(page);
});
