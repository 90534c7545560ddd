import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false });
});
afterAll(() => stack.close());

const EVENT = '/acme/ada/intro-30';
const EVENT_WITH_QUESTIONS = '/acme/ada/deep-dive-60';
const browse = (path: string, init: RequestInit = {}) =>
  fetch(`${stack.publicUrl}${path}`, { redirect: 'manual', headers: { accept: 'text/html' }, ...init });
const valueNamed = (html: string, name: string): string =>
  / value="([^"]+)"/.exec(new RegExp(`<[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '')?.[1] ?? '';

/** Sends the details form of an open start with these extra fields. */
const post = async (fields: Record<string, string>, event = EVENT) => {
  const startAt = valueNamed(await (await browse(event)).text(), 'startAt');
  const form = await (await browse(`${event}?startAt=${startAt}`)).text();
  const kept = { startAt, pageToken: valueNamed(form, 'pageToken'), timezone: 'UTC' };
  const answers = { name: 'Mira', email: 'mira@guest.test' };
  return browse(event, { method: 'POST', body: new URLSearchParams({ ...kept, ...answers, ...fields }) });
};

describe('a guest’s input is not cached', () => {
  it.each([
    ['the times, on the way back', `${EVENT}?s=AAAA`, 'private, no-store'],
    ['the details, on the way back', `${EVENT}?startAt=2026-01-01T00:00:00Z&s=AAAA`, 'private, no-store'],
    ['the times, before anything is typed', EVENT, 'private, no-cache'],
  ])('%s', async (_, path, kept) => {
    expect((await browse(path)).headers.get('cache-control')).toBe(kept);
  });

  it('in the form with problems', async () => {
    const page = await post({ email: 'nobody' });
    expect([page.status, page.headers.get('cache-control')]).toEqual([400, 'private, no-store']);
    expect(await page.text()).toContain('value="nobody"');
  });
});

describe('NUL, which the database can’t keep', () => {
  it.each([
    `${EVENT}?date=%00`,
    `${EVENT}?s=%00`,
    '/acme/a%00da/intro-30',
    '/acme/ada/intro%00',
    '/manage/x%00',
    '/acme/%00',
  ])('in an address: a page that says so, %s', async (path) => {
    const page = await browse(path);
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('We could not read that');
  });

  it.each([
    ['name', { name: 'Mi\u0000ra' }, 'Enter your name on one line'],
    ['email', { email: 'mi\u0000ra@guest.test' }, 'Enter your email address'],
    ['an answer', { 'customFields[topic]': 'Pl\u0000ans' }, 'Use one line of plain text'],
  ])('in the form: the field is named, %s', async (_, fields, words) => {
    const page = await post(fields, EVENT_WITH_QUESTIONS);
    expect(page.status).toBe(400);
    expect(await page.text()).toContain(words);
  });

  it('in a search of the local mailbox', async () => {
    for (const path of ['/dev/mailbox?to=%00', '/dev/mailbox.json?to=a%00b&id=x'])
      expect((await fetch(`${stack.appUrl}${path}`)).status).toBe(400);
  });
});
