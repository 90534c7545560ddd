import { afterAll, beforeAll, expect, it } from 'vitest';
import { cacheHeaders, PERSONAL } from '../../../support/asserts/cache-headers.ts';
import { type Page, PageClient } from '../../../support/drivers/page-client.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const EVENT = '/acme/ada/intro-30';
const TEAM_EVENT = '/acme/team/support/intro';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false, deadlineMs: 20_000 });
});
afterAll(() => stack?.close());

const GUESTS = [
  ...['', '.md', '/reschedule', '/cancel', '/not-me', '/guests'].map((step) => `/manage/unknown${step}`),
  ...['', '.md'].map((ending) => `/b/abcdefghjkmn${ending}`),
  '/invited/unknown',
  ...[EVENT, TEAM_EVENT].flatMap((event) => ['/confirm', '/booked', '/booked.ics'].map((step) => `${event}${step}`)),
];
const HOSTS = [
  '/device',
  '/decide/unknown',
  '/meetings/unknown/prep',
  '/invitations/unknown',
  '/claim/unknown',
  '/oauth/consent/unknown',
  '/oauth/authorize',
  '/access/stop/unknown',
  '/agents/stop/unknown',
  '/calendars/connect/unknown',
  '/calendars/google/callback',
  '/login',
  '/login/sent',
  '/login/link/unknown',
];

it.each([...GUESTS.map((path) => ['guests', path] as const), ...HOSTS.map((path) => ['hosts', path] as const)])(
  'of %s, %s is kept by no cache, whatever it says',
  async (whose, path) => {
    const browser = new PageClient(whose === 'guests' ? stack.publicUrl : stack.appUrl);
    expect(cacheHeaders(await browser.open(path))).toEqual(PERSONAL);
    // What no page gets to read.
    expect(cacheHeaders(await browser.open(`${path}?note=%00`))).toEqual(PERSONAL);
  },
);

it.each(['/manage/unknown/cancel', `${EVENT}/confirm`, `${EVENT}/resend`, EVENT])(
  'what was sent to %s is kept by no cache',
  async (path) => {
    expect(cacheHeaders(await new PageClient(stack.publicUrl).submit(path, {}))).toEqual(PERSONAL);
  },
);

it('what all may see may be kept, and is asked for again', async () => {
  expect(cacheHeaders(await new PageClient(stack.publicUrl).open(EVENT))).toEqual(['private, no-cache', null]);
});

/** What no other site may frame. */
const framedBy = ({ headers }: Page) => [
  headers.get('x-frame-options'),
  /frame-ancestors [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0],
];
const NOBODY = ['DENY', "frame-ancestors 'none'"];

it.each([
  ...['/manage/%E0%A4%A', '/b/%ff', '/acme/%ff/x', '/acme/ada/%ff'].map((path) => ['guests', path] as const),
  ...['/decide/%E0%A4%A', '/login/link/%ff'].map((path) => ['hosts', path] as const),
])('of %s, %s, which nobody can decode, is as guarded as any page', async (whose, path) => {
  const page = await new PageClient(whose === 'guests' ? stack.publicUrl : stack.appUrl).open(path);
  expect([page.status, framedBy(page), cacheHeaders(page)]).toEqual([400, NOBODY, PERSONAL]);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
});

const TOKEN = 'Zk3vQ0pYt7Wn2LxBc9RdHs4MgJf8UeKaPi6OyTq1VbE';

it.each(
  [
    `/manage/${TOKEN}/x`,
    `/manage/${TOKEN}/x.md`,
    `/manage/${TOKEN}/x/confirm`,
    '/manage/team/x',
    `/b/${TOKEN}/x`,
  ].flatMap((path) => [['open', path] as const, ['submit', path] as const]),
)('to %s %s, below a token, finds nothing, and nothing that others may frame or keep', async (how, path) => {
  const browser = new PageClient(stack.publicUrl);
  const page = await (how === 'open' ? browser.open(path) : browser.submit(path, {}));
  expect([page.status, framedBy(page), cacheHeaders(page)]).toEqual([404, NOBODY, PERSONAL]);
});
