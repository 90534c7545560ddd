import type { BrowserContext, Page } from 'playwright-core';
import type { TransactionSql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createHost } from '../../support/drivers/host.ts';
import { createTestTeam } from '../../support/factories/team.ts';
import { sharePageStack } from '../../support/stack/page-stack.ts';
import {
  bookByPage,
  bookingsOf,
  expectHeading,
  farDay,
  fillPerson,
  follow,
  manageLinkByCalls,
  newAddress,
  openBrowser,
  pickTime,
  press,
} from './guest-browser.ts';

vi.setConfig({ testTimeout: 90_000 });

const site = sharePageStack({ deadlineMs: 10_000 });

const browse = (path: string, init: RequestInit = {}) =>
  fetch(`${site.stack.publicUrl}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { accept: 'text/html', ...init.headers },
  });

/** Makes a short link to an event. @returns its token */
const linkTo = async ({ workspaceId, eventTypeId }: { workspaceId: string; eventTypeId: string }): Promise<string> => {
  const token = uuidv7().replaceAll('-', '').slice(-12);
  await site.stack.sql`
    insert into short_links (id, workspace_id, token, event_type_id, created_at)
    values (${uuidv7()}, ${workspaceId}, ${token}, ${eventTypeId}, now())`;
  return token;
};

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('%s', (_case, javaScriptEnabled) => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await openBrowser(site.browser, javaScriptEnabled);
    page = await context.newPage();
    return () => context.close();
  });

  describe('a short link to a team’s event', () => {
    it('leads to the usual pages, in every step up to moving and canceling', async () => {
      const team = await createTestTeam(site.stack.sql, { assignment: 'round_robin', members: [{}, {}] });
      const token = await linkTo(team);
      const address = `${site.stack.publicUrl}/${team.address.workspace}/team/crew/call`;
      const email = newAddress();
      const manageLink = await bookByPage(
        site.stack,
        page,
        `${site.stack.publicUrl}/b/${token}?timezone=Asia%2FTokyo`,
        email,
      );
      expect(page.url().startsWith(`${address}/booked?timezone=Asia%2FTokyo&r=`)).toBe(true);
      await page.goto(manageLink);
      expect(await page.textContent('main')).toContain('Tokyo, Japan Standard Time');
      const [before] = await bookingsOf(site.stack, email);
      await follow(page, 'Move to another time');
      await page.goto(`${manageLink}/reschedule?date=${farDay()}`);
      await page.locator('button.time').nth(2).click();
      await expectHeading(page, 'Move to this time?');
      await press(page, 'Move the meeting');
      expect(await page.textContent('.badge')).toBe('Confirmed at a new time');
      const [moved] = await bookingsOf(site.stack, email);
      expect(moved?.start_at).not.toEqual(before?.start_at);
      await follow(page, 'Cancel the meeting');
      await press(page, 'Cancel the meeting');
      await follow(page, 'Book another time');
      expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
    });
  });

  it('a team’s page lists its events', async () => {
    const team = await createTestTeam(site.stack.sql, { assignment: 'round_robin', members: [{}] });
    await page.goto(`${site.stack.publicUrl}/${team.address.workspace}/team/crew?timezone=Asia%2FTokyo`);
    await expectHeading(page, 'The Crew');
    await follow(page, 'Call');
    await expectHeading(page, 'Call');
    expect(page.url()).toContain(`/team/crew/call?timezone=Asia%2FTokyo`);
  });

  describe('a locked workspace', () => {
    it('says so on the host’s and the event’s page, and accepts no details', async () => {
      const host = await createHost(site.stack.sql);
      const path = `${site.stack.publicUrl}/${host.address.workspace}/hedy`;
      const email = newAddress();
      await pickTime(page, `${path}/${host.address.eventSlug}`);
      await fillPerson(page, email);
      await site.stack.sql`update workspaces set subscription_status = 'inactive' where id = ${host.workspaceId}`;
      await press(page, 'Continue');
      await expectHeading(page, 'No bookings right now');
      expect(await site.stack.mailbox(email)).toEqual([]);
      await page.goto(path);
      const main = (await page.textContent('main')) ?? '';
      for (const text of ['Test takes no bookings right now.', 'Please ask Hedy Host directly.'])
        expect(main).toContain(text);
      expect(await page.locator('main').getByRole('listitem').count()).toBe(0);
      await page.goto(`${path}/${host.address.eventSlug}`);
      expect(await page.textContent('main')).toContain('Test takes no bookings right now.');
      // No month has times: only the reason is shown.
      expect(await page.locator('button.time, .month-box, .zone').count()).toBe(0);
    });

    it('lets a guest view a meeting and cancel it', async () => {
      const host = await createHost(site.stack.sql);
      const link = await manageLinkByCalls(
        site.stack,
        `${site.stack.publicUrl}/${host.address.workspace}/hedy/${host.address.eventSlug}`,
        newAddress(),
      );
      await site.stack.sql`update workspaces set subscription_status = 'inactive' where id = ${host.workspaceId}`;
      await page.goto(link);
      await follow(page, 'Cancel the meeting');
      await press(page, 'Cancel the meeting');
      expect(await page.textContent('.badge')).toBe('Canceled');
    });
  });

  it('an unknown link answers with a page and status 404', async () => {
    for (const [path, title] of [
      ['/acme/nobody', 'This page does not exist'],
      ['/acme/grace/nothing', 'This page does not exist'],
      ['/acme/team/nobody/nothing', 'This page does not exist'],
      ['/b/nosuchlink00', 'This link no longer works'],
      [`/manage/${'x'.repeat(43)}`, 'This link does not work any more'],
    ] as const) {
      expect((await page.goto(`${site.stack.publicUrl}${path}`))?.status(), path).toBe(404);
      await expectHeading(page, title);
    }
  });

  it('while the database is unavailable, a form keeps the typed text, and one button sends it again', async () => {
    const host = await createHost(site.stack.sql);
    const email = newAddress();
    const link = await manageLinkByCalls(
      site.stack,
      `${site.stack.publicUrl}/${host.address.workspace}/hedy/${host.address.eventSlug}`,
      email,
    );
    await page.goto(`${link}/cancel`);
    await page.getByLabel('Reason').fill('Fell ill, <b>sorry</b>\nsee you');
    await site.stack.sql.begin(async (tx: TransactionSql) => {
      await tx`lock table bookings in access exclusive mode`;
      await press(page, 'Cancel the meeting');
      await expectHeading(page, 'One moment, please');
      expect(await page.textContent('main')).toContain('Nothing is lost. Please try again');
    });
    expect((await bookingsOf(site.stack, email))[0]?.status).toBe('confirmed');
    await press(page, 'Try again');
    expect(await page.textContent('.badge')).toBe('Canceled');
    expect((await bookingsOf(site.stack, email))[0]?.cancel_reason).toMatch(/^Fell ill, <b>sorry<\/b>\r?\nsee you$/);
  });

  it('a link switches the language, keeps the step and the typed text, and the choice is remembered', async () => {
    const email = newAddress();
    await pickTime(page, `${site.stack.publicUrl}/acme/grace/intro-30`);
    await fillPerson(page, email);
    await press(page, 'Continue');
    await expectHeading(page, 'Check your email');
    const before = new URL(page.url());
    await follow(page, 'Deutsch');
    expect(await page.getAttribute('html', 'lang')).toMatch(/^de/);
    expect(await page.textContent('main')).toContain(email);
    const after = new URL(page.url());
    expect(after.searchParams.get('lang')).toBe('de');
    after.searchParams.delete('lang');
    expect(`${after}`).toBe(`${before}`);
    await page.goto(`${site.stack.publicUrl}/acme/grace`);
    expect(await page.getAttribute('html', 'lang')).toMatch(/^de/);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'lang', value: 'de', httpOnly: true, sameSite: 'Lax' });
  });
});

describe('a short link', () => {
  it('redirects to its page with its query, and is not indexed or cached', async () => {
    const host = await createHost(site.stack.sql);
    const token = await linkTo(host);
    const answer = await browse(`/b/${token}?timezone=Asia%2FTokyo&date=2026-12-01`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(
      `/${host.address.workspace}/hedy/${host.address.eventSlug}?timezone=Asia%2FTokyo&date=2026-12-01`,
    );
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('that is revoked or unknown answers 404 in the reader’s language', async () => {
    const token = await linkTo(await createHost(site.stack.sql));
    await site.stack.sql`update short_links set revoked_at = now() where token = ${token}`;
    for (const path of [`/b/${token}`, '/b/000000000000', '/b/x']) {
      const answer = await browse(path, { headers: { 'accept-language': 'de-AT' } });
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      const html = await answer.text();
      expect(html).toContain('Dieser Link funktioniert nicht mehr');
      expect(html).toContain('<meta name="robots" content="noindex"/>');
    }
  });
});

describe('a guest’s own pages', () => {
  it('are not indexed, framed or cached, and send no referrer to other sites', async () => {
    const link = await manageLinkByCalls(site.stack, `${site.stack.publicUrl}/acme/grace/intro-30`, newAddress());
    for (const step of ['', '/reschedule', '/cancel', '?lang=de']) {
      const answer = await browse(new URL(`${link}${step}`).pathname + new URL(`${link}${step}`).search);
      expect(answer.status, step).toBe(200);
      expect(answer.headers.get('x-robots-tag'), step).toBe('noindex');
      expect(answer.headers.get('cache-control'), step).toBe('private, no-store');
      expect(answer.headers.get('referrer-policy'), step).toBe('no-referrer');
      expect(answer.headers.get('content-security-policy'), step).toContain("frame-ancestors 'none'");
      const html = await answer.text();
      expect(html, step).toContain('<meta name="robots" content="noindex"/>');
      expect(html, step).not.toContain('rel="canonical"');
      // Links to other sites contain no token.
      const token = new URL(link).pathname.split('/').at(-1) ?? '';
      for (const [, href = ''] of html.matchAll(/href="(https?:[^"]+)"/g))
        if (!href.startsWith(site.stack.publicUrl)) expect(href).not.toContain(token);
    }
  });
});
