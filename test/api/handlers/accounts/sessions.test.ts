import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http } from '../../../support/drivers/http.ts';
import { type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false });
});
afterAll(() => stack?.close());

const call = (session: SignedIn, method: string, path = '') =>
  http(`${stack.appUrl}/api/v1/me/sessions${path}`, { method, headers: session.headers });

const listed = async (session: SignedIn) =>
  (await call(session, 'GET')).json().sessions as { id: string; current: boolean; method: string }[];

describe('GET /me/sessions', () => {
  it('lists the browsers that are signed in, and which one asks', async () => {
    const [first, second] = [await signIn(stack), await signIn(stack)];
    const stranger = await signIn(stack, { email: 'linus@acme.test' });
    const sessions = await listed(second);
    expect(sessions.map(({ id }) => id)).toEqual(expect.arrayContaining([first.sessionId, second.sessionId]));
    expect(sessions.map(({ id }) => id)).not.toContain(stranger.sessionId);
    expect(sessions.filter(({ current }) => current).map(({ id }) => id)).toEqual([second.sessionId]);
    expect(sessions[0]).toMatchObject({ method: 'local', ip: '127.0.0.1', userAgent: null });
    expect(JSON.stringify(sessions)).not.toContain(second.token);
  });

  it('needs a person', async () => {
    expect((await http(`${stack.appUrl}/api/v1/me/sessions`)).status).toBe(401);
  });
});

describe('DELETE /me/sessions/{sessionId}', () => {
  it('ends one, and says the same when it is asked again', async () => {
    const [mine, other] = [await signIn(stack), await signIn(stack)];
    for (const _ of [1, 2]) {
      const answer = await call(mine, 'DELETE', `/${other.sessionId}`);
      expect(answer.status).toBe(200);
      expect(answer.json()).toEqual({ id: other.sessionId, status: 'revoked' });
    }
    expect((await call(other, 'GET')).status).toBe(401);
    expect((await listed(mine)).map(({ id }) => id)).not.toContain(other.sessionId);
  });

  it('knows nothing of other people’s', async () => {
    const ada = await signIn(stack);
    const linus = await signIn(stack, { email: 'linus@acme.test' });
    expect((await call(ada, 'DELETE', `/${linus.sessionId}`)).status).toBe(404);
    expect((await call(linus, 'GET')).status).toBe(200);
    expect((await call(ada, 'DELETE', '/not-an-id')).status).toBe(400);
  });
});

describe('DELETE /me/sessions', () => {
  it('signs out everywhere, here too, and nobody else', async () => {
    const [first, second] = [
      await signIn(stack, { email: 'grace@acme.test' }),
      await signIn(stack, { email: 'grace@acme.test' }),
    ];
    const ada = await signIn(stack);
    expect((await call(first, 'DELETE')).json()).toEqual({ revoked: 2 });
    expect((await call(first, 'GET')).status).toBe(401);
    expect((await call(second, 'GET')).status).toBe(401);
    expect((await call(ada, 'GET')).status).toBe(200);
  });
});
