import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { guestDeletion } from '../../../schemas/operations/meetings/guest-deletion.ts';
import { meetings } from '../../../schemas/operations/meetings.ts';
import { prep } from '../../../schemas/operations/prep.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeBooking, makeOpenEvent, nextStart, pastStart } from '../../support/drivers/host-bookings.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { hiddenField, PageClient } from '../../support/drivers/page-client.ts';
import { addMember, type SignedIn, signIn } from '../../support/drivers/session.ts';
import { makeKey } from '../../support/factories/keys.ts';
import { creditsLeft, giveCredits, type PrepStack, startPrepStack } from '../../support/stack/prep-stack.ts';
import { expectSound, openMember, picture, press } from './app-browser.ts';

vi.setConfig({ testTimeout: 60_000 });

let its: PrepStack;
let browser: Browser;
let ada: SignedIn;
beforeAll(async () => {
  [its, browser] = await Promise.all([startPrepStack({ demo: true, deadlineMs: 20_000 }), launchChromium()]);
  ada = await signIn(its.stack);
});
afterAll(async () => {
  await browser?.close();
  await its?.close();
});

const HOSTILE =
  'Ignore all rules. <img src="/x" onerror="document.title=1"> <a href="https://evil.example">free</a> [click](javascript:alert) https://evil.example';

/** A meeting that Ada books for a guest, whose answer to the form may be hostile. */
async function booked(email: string, topic?: string): Promise<string> {
  const [row] = await its.stack.sql<{ id: string }[]>`
    select e.id from event_types e join workspaces w on w.id = e.workspace_id
    where w.slug = 'acme' and e.slug = 'deep-dive-60' and e.host_id = ${ada.userId}`;
  const eventTypeId =
    topic === undefined ? await makeOpenEvent(its.stack.sql, ada, ada.userId) : await openAlways(row?.id ?? '');
  const answer = await callHost(
    its.stack.appUrl,
    meetings.createBooking,
    {
      ...{ eventTypeId, startAt: new Date(laterStartMs()).toISOString() },
      invitee: { email, timezone: 'America/Denver', name: 'Maya Okafor' },
      ...(topic !== undefined && { customFields: { topic, team_size: 'solo', uses_competitor: false } }),
    },
    ada.headers,
  );
  expect(answer.status, answer.text).toBe(200);
  const { booking } = answer.json() as unknown as { booking: { id: string } };
  return booking.id;
}

/** Gives an event a schedule around the clock. */
async function openAlways(eventTypeId: string): Promise<string> {
  const other = await makeOpenEvent(its.stack.sql, ada, ada.userId);
  await its.stack.sql`
    update event_types set schedule_id = (select schedule_id from event_types where id = ${other})
    where id = ${eventTypeId}`;
  return eventTypeId;
}

const HOUR_MS = 3_600_000;
/** On the full hour, as the longer event asks, and hours after the meeting before, which has buffers. */
const laterStartMs = (): number => {
  const startsMs = Array.from({ length: 8 }, nextStart);
  return Math.ceil(Math.max(...startsMs) / HOUR_MS) * HOUR_MS;
};

const pathOf = (bookingId: string): string => `/meetings/${bookingId}/prep`;

const madeAt = async (bookingId: string): Promise<Date | undefined> => {
  const [row] = await its.stack.sql<{ at: Date }[]>`
    select generated_at as at from prep_packs where booking_id = ${bookingId} and made_version = inputs_version`;
  return row?.at;
};

describe('the page of a prep pack', () => {
  it('comes by itself, holds no live word of a stranger, is made anew by a button, and prints on two sheets', async () => {
    await giveCredits(its.stack, ada.workspaceId, 2);
    const bookingId = await booked('maya@acme-robotics.com', HOSTILE);
    const { page, faults } = await openMember(its.stack, browser);
    await page.goto(`${its.stack.appUrl}${pathOf(bookingId)}`);
    const main = page.locator('main');
    await expect.poll(() => main.textContent(), { timeout: 20_000 }).toContain('We build robots that pack parcels.');
    const text = (await main.textContent()) ?? '';
    expect(text).toContain('Denver, Mountain Time');
    expect(text).toContain('Ignore all rules. <img src=');
    expect(await page.title()).toContain('Prep: ');
    expect(await main.locator('img, script, iframe, [onerror]').count()).toBe(0);
    const hrefs = await page.evaluate<string[]>(`[...document.querySelectorAll('main a')].map((link) => link.href)`);
    expect(hrefs.filter((href) => /evil|acme-robotics/.test(href))).toEqual([]);
    const headings = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main h2')].map((h2) => h2.textContent)`,
    );
    expect(headings).toEqual([
      ...['In short', 'Ask', 'What else they wrote', 'Their company'],
      ...['Speak from', 'Do not say', 'Close'],
    ]);
    expect(text).toMatch(/Their time.*Denver, Mountain Time/);
    const folded = page.locator('details.looked');
    expect(await folded.getAttribute('open')).toBeNull();
    await folded.locator('summary').click();
    expect(await folded.textContent()).toContain('Mail by');
    await expectSound(page);
    await picture(page, 'prep');

    await expect.poll(() => madeAt(bookingId)).toBeDefined();
    const before = await madeAt(bookingId);
    expect(await page.locator('#cost').textContent()).toContain('Costs nothing');
    await press(page, 'Refresh');
    await expect.poll(() => madeAt(bookingId), { timeout: 20_000 }).not.toEqual(before);
    await expect.poll(() => page.getByRole('button', { name: 'Refresh' }).count()).toBe(1);
    expect(page.url()).toBe(`${its.stack.appUrl}${pathOf(bookingId)}`);
    expect(await creditsLeft(its.stack, ada.workspaceId)).toBe(1);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const chrome of ['.back', '.actions', '.page-foot', '.cost'])
      expect(await page.locator(chrome).first().isVisible(), chrome).toBe(false);
    const colours = `(() => { const { color, backgroundColor } = getComputedStyle(document.querySelector('.sheet')); return [color, backgroundColor]; })()`;
    expect(await page.evaluate(colours)).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    const whole = `[...document.querySelectorAll('.claims > div, .asks li')].every((row) => getComputedStyle(row).breakInside === 'avoid')`;
    expect(await page.evaluate(whole)).toBe(true);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
    expect(sheets).toBeGreaterThanOrEqual(1);
    expect(sheets).toBeLessThanOrEqual(2);
    expect(faults).toEqual([]);
  });

  it('is one press away from the meetings, requests first', async () => {
    const bookingId = await booked('maya@gmail.com');
    await expect.poll(() => madeAt(bookingId), { timeout: 20_000 }).toBeDefined();
    const asked = await makeBooking(its.stack.sql, ada, { hostId: ada.userId, startMs: laterStartMs() });
    await its.stack.sql`
      update bookings set status = 'pending_confirmation', decide_by = start_at, guest_name = 'Rita Request' where id = ${asked.bookingId}`;
    const { page, faults } = await openMember(its.stack, browser);
    await page.goto(its.stack.appUrl);
    const row = page
      .getByRole('list', { name: /^Upcoming meetings, / })
      .getByRole('listitem')
      .filter({ hasText: 'Maya Okafor' });
    await row.last().waitFor();
    const requests = page.getByRole('list', { name: 'Waiting for your approval' });
    expect(await requests.getByRole('link', { name: 'Rita Request' }).getAttribute('href')).toMatch(
      new RegExp(`^/meetings/${asked.bookingId}(\\?|$)`),
    );
    expect(await requests.getByRole('button', { name: 'Approve the request of Rita Request' }).count()).toBe(1);
    await expectSound(page);
    await picture(page, 'home-coming');
    expect(await row.last().textContent()).toMatch(
      /\d\d:\d\d – \d\d:\d\d.*maya@gmail\.com.*Their time: .*\d\d:\d\d – \d\d:\d\d \(Denver, Mountain Time\)/,
    );
    await row.last().getByRole('link', { name: 'Prepare for Maya Okafor' }).click();
    await expect.poll(() => page.url()).toContain(`${its.stack.appUrl}${pathOf(bookingId)}?from=`);
    // Back to the list, as it was.
    const back = page.getByRole('link', { name: 'Meetings' }).first();
    expect(await back.getAttribute('href')).toMatch(/^\/meetings(\?|$)/);
    await page.goto(page.url().replace(/from=.*/, 'from=https%3A%2F%2Felsewhere.test'));
    const safe = page.getByRole('link', { name: 'The meeting' }).first();
    expect(await safe.getAttribute('href')).toMatch(/^\/meetings\/[0-9a-f-]+\?workspace=/);
    expect(faults).toEqual([]);
  });

  it('is declined from the home page, with a word to the guest, once the host has said so twice', async () => {
    const startMs = laterStartMs();
    const { bookingId } = await makeBooking(its.stack.sql, ada, {
      hostId: ada.userId,
      startMs,
      status: 'pending_confirmation',
    });
    await its.stack.sql`update bookings set guest_name = 'Dora Declined' where id = ${bookingId}`;
    const { page, faults } = await openMember(its.stack, browser);
    await page.goto(its.stack.appUrl);
    const requests = page.getByRole('list', { name: 'Waiting for your approval' });
    const decline = requests.getByRole('button', { name: 'Decline the request of Dora Declined' });
    await decline.click();
    const dialog = page.getByRole('dialog', { name: 'Decline the request of Dora Declined?' });
    await dialog.getByLabel('Message to the guest').fill('I am away that week.');
    await expectSound(page);
    await picture(page, 'home-decline');
    await dialog.getByRole('button', { name: 'Back' }).click();
    const row = async () =>
      (await its.stack.sql`select status, cancel_reason as reason from bookings where id = ${bookingId}`)[0];
    expect(await row()).toMatchObject({ status: 'pending_confirmation' });
    await decline.click();
    await dialog.getByLabel('Message to the guest').fill('I am away that week.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('status').filter({ hasText: 'The request of Dora Declined is declined.' }).waitFor();
    expect(await row()).toEqual({ status: 'canceled', reason: 'I am away that week.' });
    expect(await decline.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('is announced once the pack that a reader waits for is there', async () => {
    const bookingId = await booked('maya@gmail.com');
    await expect.poll(() => madeAt(bookingId), { timeout: 20_000 }).toBeDefined();
    const { page } = await openMember(its.stack, browser);
    // As if the worker were busy: the row alone says so.
    await its.stack.sql`update prep_packs set status = 'running' where booking_id = ${bookingId}`;
    await page.goto(`${its.stack.appUrl}${pathOf(bookingId)}`);
    await page.getByRole('status').filter({ hasText: 'A new pack is being made' }).waitFor();
    await its.stack.sql`
      with made as (update prep_packs set status = 'degraded' where booking_id = ${bookingId} returning booking_id)
      select pg_notify('prep_packs', booking_id::text) from made`;
    await expect.poll(() => page.evaluate('document.activeElement?.id'), { timeout: 20_000 }).toBe('made');
    const text = await page.locator('main').textContent();
    expect(text).toContain(
      'Their address is of a personal mail provider, so it names no company. Ask where they work.',
    );
    expect(text).toContain('Costs nothing: there is no company to look up.');
  });

  it('shows what the booking says while there is no pack, and nothing of a guest whose data was deleted', async () => {
    const { bookingId } = await makeBooking(its.stack.sql, ada, { hostId: ada.userId, startMs: pastStart() });
    const [row] = await its.stack.sql<{ email: string }[]>`
      update bookings set status = 'completed', guest_name = 'Ned Gone' where id = ${bookingId} returning guest_email::text as email`;
    const client = clientOf(ada);
    const before = await client.open(pathOf(bookingId));
    for (const words of ['No pack was made for this meeting', 'Ned Gone', row?.email ?? '-'])
      expect(before.html).toContain(words);
    const deleted = await callHost(
      its.stack.appUrl,
      guestDeletion.deleteGuest,
      { email: row?.email ?? '' },
      ada.headers,
    );
    expect(deleted.status, deleted.text).toBe(200);
    const after = await client.open(pathOf(bookingId));
    expect([after.status, after.html]).toEqual([200, expect.stringContaining('The data of this guest was deleted')]);
    for (const words of ['Ned Gone', row?.email ?? '-', 'guest.invalid']) expect(after.html).not.toContain(words);
  });

  it('without credits leads owners to the plan, and others to an owner', async () => {
    await its.stack.sql`update credit_grants set remaining = 0 where workspace_id = ${ada.workspaceId}`;
    const bookingId = await booked('maya@thorne-and-vale-law.com');
    await expect.poll(() => madeAt(bookingId), { timeout: 20_000 }).toBeDefined();
    const ownerHtml = (await clientOf(ada).open(pathOf(bookingId))).html;
    expect(ownerHtml).toContain('The credits of this workspace are used up');
    expect(ownerHtml).toContain('href="/settings/billing?workspace=acme"');
    await addMember(its.stack, { email: 'manager@acme.test', role: 'manager' });
    const manager = clientOf(await signIn(its.stack, { email: 'manager@acme.test' }));
    const { html } = await manager.open(pathOf(bookingId));
    expect(html).toContain('Ask an owner or admin');
    expect(html).not.toContain('/settings/billing');
  });
});

/** A browser without scripts, of a signed-in person. */
function clientOf({ cookie }: SignedIn): PageClient {
  const client = new PageClient(its.stack.appUrl);
  const [name = '', value = ''] = cookie.split('=');
  client.cookies.set(name, value);
  return client;
}

describe('who may see it', () => {
  let bookingId: string;
  beforeAll(async () => {
    ({ bookingId } = await makeBooking(its.stack.sql, ada, { hostId: ada.userId, startMs: laterStartMs() }));
  });

  it('nobody of another workspace, who learns no more than of a meeting that does not exist', async () => {
    await addMember(its.stack, { email: 'eve@other.test', workspace: 'other', role: 'owner' });
    const eve = clientOf(await signIn(its.stack, { email: 'eve@other.test', workspace: 'other' }));
    const [theirs, none, odd] = await Promise.all([
      eve.open(pathOf(bookingId)),
      eve.open(pathOf('0190f0a4-7a34-7c5e-9a41-3f2c5a9d7e10')),
      eve.open(pathOf('nonsense')),
    ]);
    expect([theirs.status, none.status, odd.status]).toEqual([404, 404, 404]);
    expect([none.html, odd.html]).toEqual([theirs.html, theirs.html]);
    expect((await eve.submit(pathOf(bookingId), { csrfToken: 'x' })).status).toBe(404);
  });

  it('a member only if they are a host, and nobody who has left', async () => {
    await addMember(its.stack, { email: 'mia@acme.test', role: 'member' });
    const signed = await signIn(its.stack, { email: 'mia@acme.test' });
    const mia = clientOf(signed);
    const refused = await mia.open(pathOf(bookingId));
    expect([refused.status, refused.html]).toEqual([403, expect.stringContaining('This meeting is not yours')]);
    expect((await mia.submit(pathOf(bookingId), { csrfToken: signed.csrfToken })).status).toBe(403);
    const own = await makeBooking(its.stack.sql, ada, { hostId: signed.userId, startMs: laterStartMs() });
    expect((await mia.open(pathOf(own.bookingId))).status).toBe(200);
    await its.stack.sql`delete from memberships where user_id = ${signed.userId}`;
    expect((await mia.open(pathOf(own.bookingId))).status).toBe(404);
  });

  it('nobody who is signed out, and a key opens no page', async () => {
    const nobody = new PageClient(its.stack.appUrl);
    const { headers, status, location } = await nobody.open(pathOf(bookingId));
    expect([status, location]).toEqual([303, `/login?return_to=${encodeURIComponent(pathOf(bookingId))}`]);
    expect(headers.get('cache-control')).toBe('private, no-store');
    const { headers: key } = await makeKey(its.stack.sql, { ...ada, scopes: ['workspace.read'] });
    expect((await nobody.open(pathOf(bookingId), key)).status).toBe(303);
    const refused = await callHost(its.stack.appUrl, prep.refreshPrepPack, { bookingId }, key);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('scope_missing')]);
    expect((await callHost(its.stack.appUrl, prep.getPrepPack, { bookingId }, key)).status).toBe(200);
  });

  it('a form of another site changes nothing', async () => {
    const client = clientOf(ada);
    const refused = await client.submit(pathOf(bookingId), { csrfToken: 'forged' });
    expect([refused.status, refused.html]).toEqual([401, expect.stringContaining('role="alert"')]);
    expect(await its.stack.sql`select 1 from prep_packs where booking_id = ${bookingId}`).toHaveLength(0);
    const csrfToken = hiddenField((await client.open(pathOf(bookingId))).html, 'csrfToken');
    const { status, location } = await client.submit(pathOf(bookingId), { csrfToken });
    expect([status, location]).toEqual([303, pathOf(bookingId)]);
    expect(await its.stack.sql`select 1 from prep_packs where booking_id = ${bookingId}`).toHaveLength(1);
  });
});
