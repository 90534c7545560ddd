import ICAL from 'ical.js';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSkippedTransition, launchChromium } from '../../support/drivers/chromium.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, newAddress, readCode, readLink } from './guest-browser.ts';
import { openDetails, openScriptedPage, scriptRuns } from './scripted-browser.ts';

vi.setConfig({ testTimeout: 120_000 });

let stack: Stack;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Everything that a guest's text caused: scripts, requests, errors. */
let happened: string[];

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ deadlineMs: 20_000 }), launchChromium()]);
  await stack.sql`update event_types set requires_approval = true where slug = 'deep-dive-60'`;
  await stack.sql`
    update forms set fields = ${stack.sql.json([
      { key: 'topic', type: 'short_text', label: 'Topic', required: false },
      { key: 'more', type: 'long_text', label: 'More', required: false },
    ])} where slug = 'deep-dive'`;
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
beforeEach(async () => {
  ({ context, page } = await openScriptedPage(browser));
  happened = [];
  page.on('dialog', async (dialog) => {
    happened.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => {
    if (!isSkippedTransition(message)) happened.push(message);
  });
  page.on('console', (message) => void (message.type() === 'error' && happened.push(message.text())));
  page.on('request', (request) => {
    if (!request.url().startsWith('http://')) happened.push(request.url());
    if (/evil/.test(request.url())) happened.push(request.url());
  });
});
afterEach(() => context.close());

const MARKUP = '<script>alert(1)</script><img src=//evil.test/x onerror=alert(2)>"\'&lt;</title></textarea>';
/** Too long for a URL, even compressed. */
const BOOK = Array.from({ length: 5_000 }, (_, n) =>
  String.fromCharCode(0x4e00 + ((n * 7_919 * (n + 3)) % 20_000)),
).join('');

const CASES: readonly (readonly [string, { readonly name: string; readonly topic: string; readonly more: string }])[] =
  [
    [
      'markup',
      { name: `Mira ${MARKUP}`.slice(0, 120), topic: MARKUP, more: `${MARKUP}\n<a href="javascript:alert(3)">x</a>` },
    ],
    ['right-to-left text', { name: 'מירה אוקפור', topic: 'اجتماع <b>عاجل</b> 12:30', more: 'שלום\nעולם (abc) 123' }],
    [
      'emoji with joiners, and piled-up accents',
      { name: 'Mira 👩‍👩‍👧‍👦 Okafor', topic: `👩🏽‍🚀🏴󠁧󠁢󠁥󠁮󠁧󠁿 Z${'\u0335\u0489'.repeat(60)}`, more: '❤️‍🔥'.repeat(100) },
    ],
    ['5,000 ideographs', { name: '美樹', topic: BOOK.slice(0, 500), more: BOOK }],
    [
      'one endless word',
      { name: 'W'.repeat(120), topic: 'm'.repeat(500), more: 'https://evil.test/'.padEnd(5_000, 'x') },
    ],
    [
      'formulas, headers and calendar lines',
      {
        name: '=HYPERLINK("http://evil.test")',
        topic: 'END:VEVENT BEGIN:VALARM; x=1, "quoted" \\n \\; BCC: a@evil.test',
        more: 'x\nEND:VEVENT\nBEGIN:VEVENT\nUID:evil\n.\nBcc: a@evil.test\n\nbody',
      },
    ],
  ];

const fill = async (typed: { readonly name: string; readonly topic: string; readonly more: string }, email: string) => {
  await page.locator('#name').fill(typed.name);
  await page.locator('#email').fill(email);
  await page.locator('#field-topic').fill(typed.topic);
  await page.locator('#field-more').fill(typed.more);
};
const send = () => page.locator('form.details button[type=submit]').click();

/** Expects that no script ran, nothing was fetched, nothing is wider than the phone, and no text became an element. */
const expectSafe = async (): Promise<void> => {
  expect(happened).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  expect(
    await page
      .locator('main script:not([type="application/json"]), main img, main b, main a[href^="javascript"]')
      .count(),
  ).toBe(0);
};

const eventsIn = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[] as never);
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
};

/** Shows a mail's HTML alone, as a mail reader does. */
const openMail = async (html: string): Promise<void> => {
  await page.route('http://mail.test/', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await page.goto('http://mail.test/');
};

describe('the text of a guest is shown as text, on every page and in every mail', () => {
  it.each(CASES)('%s', async (_case, typed) => {
    const email = newAddress();
    // So the host's newest mail is about this request.
    await stack.sql`delete from local_mails where recipient = 'ada@acme.test'`;
    await openDetails(stack, page, 'ada/deep-dive-60');
    await scriptRuns(page);
    await fill(typed, email);
    await page.reload();
    await scriptRuns(page);
    expect(await page.locator('#name').inputValue()).toBe(typed.name);
    await expectSafe();
    await send();
    await expectHeading(page, 'Check your email');
    await expectSafe();
    await page.getByRole('link', { name: 'Change details' }).click();
    await expectHeading(page, 'Your details');
    expect(await page.locator('#name').inputValue()).toBe(typed.name);
    expect(await page.locator('#field-topic').inputValue()).toBe(typed.topic);
    expect(await page.locator('#field-more').inputValue()).toBe(typed.more);
    await expectSafe();
    await send();
    await expectHeading(page, 'Check your email');
    await page.locator('#code').fill(await readCode(stack, email));
    await expectHeading(page, 'Request sent');
    await expectSafe();

    const decide = await readLink(stack, 'ada@acme.test', 'booking_pending', 'decide');
    const request = await stack.waitForMail('ada@acme.test', 'booking_pending');
    await openMail(request.html);
    await expectSafe();
    await page.goto(decide);
    expect(await page.textContent('main')).toContain(typed.topic.replaceAll(/\s+/g, ' ').slice(0, 10));
    await expectSafe();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect.poll(() => page.textContent('main')).toContain('Approved');
    await expectSafe();

    const mail = await stack.waitForMail(email, 'booking_confirmation');
    const [event, ...more] = eventsIn(mail.attachments[0]?.content ?? '');
    expect(more).toEqual([]);
    expect(event?.uid).not.toBe('evil');
    for (const { subject, text } of [mail, request]) {
      expect(subject).not.toMatch(/[\r\n]/);
      expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    }
    await openMail(mail.html);
    await expectSafe();
    await page.goto(await readLink(stack, email, 'booking_confirmation', 'manage'));
    await expectSafe();
  });
});

describe('text that is not safe to show is refused, and the field is named', () => {
  it.each([
    [
      '10,000 characters as a name',
      '#name',
      'x'.repeat(10_000),
      'Enter your name on one line, with at most 120 characters.',
    ],
    [
      '10,000 emoji as a name',
      '#name',
      '🎉'.repeat(10_000),
      'Enter your name on one line, with at most 120 characters.',
    ],
    ['a name that turns what follows', '#name', 'Mira \u202egnp.exe', 'Enter your name on one line'],
    ['an invisible name', '#name', '\u200b\u2060', 'Enter your name'],
    [
      '10,000 characters as one line',
      '#field-topic',
      'x'.repeat(10_000),
      'At most 500 characters fit here; this has 10000.',
    ],
    [
      '10,000 emoji as several lines',
      '#field-more',
      '🎉'.repeat(10_000),
      'At most 5000 characters fit here; this has 20000.',
    ],
  ])('%s', async (_case, field, text, words) => {
    const email = newAddress();
    await openDetails(stack, page, 'ada/deep-dive-60');
    await scriptRuns(page);
    await fill({ name: 'Mira', topic: 'Plans', more: '' }, email);
    await page.locator(field).fill(text);
    // Without the script, so that the server checks.
    await page.evaluate("document.querySelector('form.details').submit()");
    await expect.poll(() => page.getByRole('alert').allTextContents()).toEqual([expect.stringContaining(words)]);
    expect(await page.getByRole('alert').getByRole('link').getAttribute('href')).toBe(field);
    expect(await page.locator('#email').inputValue()).toBe(email);
    expect(await page.locator(field).inputValue()).toBe(text);
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    expect(await stack.mailbox(email)).toEqual([]);
  });
});
