import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../api/core/call.ts';
import { followLink } from '../../../api/mcp/calendar-link.ts';
import { bookable } from '../../../schemas/operations/bookable.ts';

const hosts = new Set(['book.example', 'localhost:3001']);
const follow = async () => {
  throw new Error('no short link here');
};
const call = (input: object) => followLink(bookable.listEventTypes, input, { follow, look: follow, hosts });
const read = (url: string) => call({ url });

describe('a link that was given', () => {
  it.each([
    ['https://book.example/acme/ada', { input: { workspace: 'acme', username: 'ada' } }],
    [
      'https://BOOK.example/acme/ada/intro-30?month=2026-12#t',
      {
        input: { workspace: 'acme', username: 'ada' },
        event: { workspace: 'acme', username: 'ada', eventSlug: 'intro-30' },
      },
    ],
    ['book.example/acme/ada.md', { input: { workspace: 'acme', username: 'ada' } }],
    ['localhost:3001/acme/team/sales', { input: { workspace: 'acme', username: 'team/sales' } }],
    ['http://localhost:3001/api/v1/public/acme/ada', { input: { workspace: 'acme', username: 'ada' } }],
    ['acme/ada', { input: { workspace: 'acme', username: 'ada' } }],
  ])('%s names its calendar', async (url, expected) => expect(await read(url)).toEqual(expected));

  it.each([
    'https://calendly.com/acme/ada',
    'cal.com/acme/ada',
    'localhost:4000/acme/ada',
    'https://book.example.evil.test/acme/ada',
    'https://book.example@evil.test/acme/ada',
  ])('%s is of another site and opens nothing', async (url) => {
    const { failure } = (await read(url)) as { failure: { status: number; envelope: { error: { message: string } } } };
    expect([failure.status, failure.envelope.error.message]).toEqual([
      400,
      expect.stringContaining('of this service (book.example)'),
    ]);
  });

  const issuesOf = async (input: object) => {
    const { failure } = (await call(input)) as { failure: Failure };
    return failure.envelope.error.details?.issues;
  };

  it('is refused beside a calendar that is another one, and taken beside its own', async () => {
    const url = 'https://book.example/acme/ada/intro-30';
    const another = expect.stringContaining('another calendar');
    for (const beside of [{ workspace: 'globex', username: 'bob' }, { workspace: 'globex' }, { username: 'bob' }])
      expect(await issuesOf({ url, ...beside })).toEqual([{ path: 'url', message: another }]);
    expect(await call({ url, workspace: 'ACME', username: 'ada' })).toEqual(await read(url));
  });

  it('is known under its other names, and named where it is missing', async () => {
    const url = 'https://book.example/acme/ada';
    for (const given of [{ Url: url }, { URL: url }, { workspace: url }])
      expect(await call(given)).toEqual(await read(url));
    expect(await issuesOf({})).toEqual([{ path: 'url', message: expect.stringContaining('workspace and username') }]);
    expect(await issuesOf({ workspace: 'acme' })).toEqual([
      { path: 'username', message: expect.stringContaining('or url') },
    ]);
    expect(await issuesOf({ email: 'a@b.test' })).toEqual(
      expect.arrayContaining([{ path: 'email', message: 'is unknown, known are workspace, username, url' }]),
    );
  });

  it('is refused in no time, however long it is', async () => {
    const beganMs = performance.now();
    for (const part of ['.', '/', 'a.', '?']) expect(await read(part.repeat(98_000))).toHaveProperty('failure');
    expect(performance.now() - beganMs).toBeLessThan(500);
  });
});
