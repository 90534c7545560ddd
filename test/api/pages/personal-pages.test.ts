import { afterAll, beforeAll, expect, it } from 'vitest';
import { FormBrowser } from '../../support/form-browser.ts';
import { keptBy, PERSONAL } from '../../support/kept-by.ts';
import { type Stack, startStack } from '../../support/stack.ts';

const EVENT = '/acme/ada/intro-30';
const TEAM_EVENT = '/acme/team/support/intro';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false, deadlineMs: 20_000 });
});
afterAll(() => stack?.close());

const GUESTS = [
  ...['', '.md', '/reschedule', '/cancel', '/not-me'].map((step) => `/manage/unknown${step}`),
  ...['', '.md'].map((ending) => `/b/abcdefghjkmn${ending}`),
  ...[EVENT, TEAM_EVENT].flatMap((event) => ['/confirm', '/booked', '/booked.ics'].map((step) => `${event}${step}`)),
];
const HOSTS = ['/device', '/decide/unknown', '/invitations/unknown', '/login', '/login/sent', '/login/link/unknown'];

it.each([...GUESTS.map((path) => ['guests', path] as const), ...HOSTS.map((path) => ['hosts', path] as const)])(
  'of %s, %s is kept by no cache, whatever it says',
  async (whose, path) => {
    const browser = new FormBrowser(whose === 'guests' ? stack.publicUrl : stack.appUrl);
    expect(keptBy(await browser.open(path))).toEqual(PERSONAL);
    // What no page gets to read.
    expect(keptBy(await browser.open(`${path}?note=%00`))).toEqual(PERSONAL);
  },
);

it.each(['/manage/unknown/cancel', `${EVENT}/confirm`, `${EVENT}/resend`, EVENT])(
  'what was sent to %s is kept by no cache',
  async (path) => {
    expect(keptBy(await new FormBrowser(stack.publicUrl).submit(path, {}))).toEqual(PERSONAL);
  },
);

it('what all may see may be kept, and is asked for again', async () => {
  expect(keptBy(await new FormBrowser(stack.publicUrl).open(EVENT))).toEqual(['private, no-cache', null]);
});
