import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http } from '../../../support/drivers/http.ts';
import { type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let ada: SignedIn;
beforeAll(async () => {
  stack = await startStack({ worker: false });
  ada = await signIn(stack);
});
afterAll(() => stack?.close());

const url = (): string => `${stack.appUrl}/api/v1/me/workspaces`;
const create = (body: object, session = ada) =>
  http(url(), {
    method: 'POST',
    headers: { ...session.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** All wait for the same row. On a busy machine the last of them hear that it takes too long, or that others are first: nothing was made. */
const createInCrowd = async (body: object, session = ada) => {
  for (;;) {
    const answer = await create(body, session);
    if (answer.status !== 503 && answer.status !== 429) return answer;
    await delay(200);
  }
};
const mine = async (session = ada) => (await http(url(), { headers: session.headers })).json();

describe('GET /me/workspaces', () => {
  it('says who is signed in, and where they belong', async () => {
    const linus = await signIn(stack, { email: 'linus@acme.test' });
    expect(await mine(linus)).toEqual({
      user: {
        ...{ id: linus.userId, email: 'linus@acme.test', name: 'Linus Pauling', language: null },
        createdAt: expect.any(String),
      },
      workspaces: [
        { id: linus.workspaceId, name: 'Acme', slug: 'acme', role: 'member', username: 'linus', eraseAt: null },
      ],
    });
  });
});

describe('POST /me/workspaces', () => {
  it('makes one with a link to share at once, and without a trial', async () => {
    const answer = await create({ name: 'Analytical Engines', timezone: 'America/New_York' });
    expect(answer.status).toBe(201);
    const workspace = answer.json().workspace as { id: string; slug: string };
    expect(workspace).toMatchObject({
      name: 'Analytical Engines',
      slug: 'analytical-engines',
      role: 'owner',
      username: 'ada-lovelace',
    });
    expect((await mine()).workspaces).toHaveLength(2);
    const slots = await http(
      `${stack.publicUrl}/api/v1/public/analytical-engines/ada-lovelace/meeting-30/slots?timezone=UTC`,
    );
    expect(slots.status).toBe(200);
    expect((slots.json().slots as unknown[]).length).toBeGreaterThan(10);
    const [row] = await stack.sql`
      select plan, subscription_status, trial_ends_at from workspaces where id = ${workspace.id}`;
    expect(row).toEqual({ plan: 'free', subscription_status: 'active', trial_ends_at: null });
    const [logged] =
      await stack.sql`select actor, action, user_id from activity_log where workspace_id = ${workspace.id}`;
    expect(logged).toMatchObject({ action: 'workspace.created', user_id: ada.userId });
  });

  it.each([
    [{ name: 'x', slug: 'Not A Slug' }, 422, 'slug_invalid'],
    [{ name: 'x', slug: 'api' }, 422, 'slug_reserved'],
    [{ name: 'x', slug: 'acme' }, 409, 'slug_taken'],
  ])('refuses %j', async (body, status, reason) => {
    const answer = await create(body);
    expect(answer.status).toBe(status);
    expect(answer.json().error.details).toMatchObject({ reason, field: 'slug' });
  });

  it.each([{}, { name: '' }, { name: '   ' }, { name: 'x', timezone: 'Mars/Olympus' }])('refuses %j', async (body) => {
    expect((await create(body)).status).toBe(400);
  });

  it('finds another slug for the same name, also for twins', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => createInCrowd({ name: 'Twin Works' })));
    const slugs = answers.map((answer) => (answer.json().workspace as { slug: string }).slug);
    expect(slugs.sort()).toEqual(['twin-works', 'twin-works-2', 'twin-works-3']);
  });

  it('ends at twenty for one person, twins counted', async () => {
    const grace = await signIn(stack, { email: 'grace@acme.test' });
    const answers = await Promise.all(
      Array.from({ length: 23 }, (_, n) => createInCrowd({ name: `Grace ${n}` }, grace)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 422)).toHaveLength(3);
  });
});
