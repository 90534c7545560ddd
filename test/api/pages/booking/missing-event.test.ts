import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageClient } from '../../../support/drivers/page-client.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const START = '2099-01-05T09:00:00Z';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false, deadlineMs: 20_000 });
});
afterAll(() => stack?.close());

it.each([
  ['its times', (guest: PageClient, path: string) => guest.open(`${path}?timezone=UTC`)],
  ['its details', (guest: PageClient, path: string) => guest.open(`${path}?startAt=${START}&timezone=UTC`)],
  ['what was typed', (guest: PageClient, path: string) => guest.submit(path, { startAt: START, timezone: 'UTC' })],
])('an event that is not there leads to its host, if they are: %s', async (_what, ask) => {
  const guest = new PageClient(stack.publicUrl);
  const [known, unknown] = [await ask(guest, '/acme/ada/none'), await ask(guest, '/acme/nobody/none')];
  expect([known.status, unknown.status]).toEqual([404, 404]);
  expect(known.html).toContain('href="/acme/ada?timezone=UTC"');
  expect(unknown.html).not.toContain('See what this host offers');
});

it('an event that is switched off says so by its name and leads to its host, also in Markdown, until it is on again', async () => {
  const guest = new PageClient(stack.publicUrl);
  const [event] = await stack.sql<{ id: string; slug: string; name: string }[]>`
    update event_types set archived_at = now() where id = (
      select e.id from event_types e join memberships m on m.user_id = e.host_id and m.username = 'ada' order by e.slug limit 1)
    returning id, slug, name`;
  const path = `/acme/ada/${event?.slug}`;
  const off = await guest.open(`${path}?timezone=UTC`);
  expect(off.status).toBe(404);
  expect(off.html).toContain(`${event?.name} cannot be booked right now`);
  expect(off.html).toContain('href="/acme/ada?timezone=UTC"');
  const markdown = await fetch(`${stack.publicUrl}${path}.md`);
  expect([markdown.status, await markdown.text()]).toEqual([
    404,
    expect.stringContaining('cannot be booked right now'),
  ]);
  await stack.sql`update event_types set archived_at = null where id = ${event?.id ?? ''}`;
  expect((await guest.open(`${path}?timezone=UTC`)).status).toBe(200);
});
