import { describe, expect, it } from 'vitest';
import { followLink, LINK_TOOL } from '../../../api/mcp/calendar-link.ts';

const hosts = new Set(['book.example', 'localhost:3001']);
const follow = async () => {
  throw new Error('no short link here');
};
const read = (url: string) => followLink(LINK_TOOL, { url }, { follow, hosts });

describe('a link that was given', () => {
  it.each([
    ['https://book.example/acme/ada', { input: { workspace: 'acme', username: 'ada' } }],
    [
      'https://BOOK.example/acme/ada/intro-30?month=2026-12#t',
      { input: { workspace: 'acme', username: 'ada' }, eventSlug: 'intro-30' },
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

  it('is refused in no time, however long it is', async () => {
    const beganMs = performance.now();
    for (const part of ['.', '/', 'a.', '?']) expect(await read(part.repeat(98_000))).toHaveProperty('failure');
    expect(performance.now() - beganMs).toBeLessThan(500);
  });
});
