import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { http } from '../../../support/drivers/http.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
beforeAll(async () => {
  stack = await startStack({ worker: false });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
});

const moveTo = async (slug: string, of = team) =>
  callHost(stack.appUrl, workspace.updateWorkspace, { slug }, (await of.key('owner')).headers);
const publicPage = (slug: string) => http(`${stack.publicUrl}/api/v1/public/${slug}/hedy`);
const anew = async (body: object) => {
  const session = await signIn(stack);
  return http(`${stack.appUrl}/api/v1/me/workspaces`, {
    method: 'POST',
    headers: { ...session.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
};

it('a slug that a workspace has left stays its own: nobody inherits its links, and the way back is open', async () => {
  const former = team.slug;
  expect((await moveTo(`${former}-new`)).status).toBe(200);
  const gone = await publicPage(former);
  expect([gone.status, gone.json().error.details?.reason]).toEqual([404, 'unknown_calendar']);

  const outsider = await makeTeam(stack.sql);
  for (const refused of [await moveTo(former, outsider), await anew({ name: 'Mallory', slug: former })]) {
    expect([refused.status, refused.json().error.details]).toEqual([409, { reason: 'slug_taken', field: 'slug' }]);
  }
  expect((await publicPage(outsider.slug)).status).toBe(200);

  expect((await moveTo(former)).status).toBe(200);
  expect((await publicPage(former)).status).toBe(200);
  expect((await publicPage(`${former}-new`)).status).toBe(404);
});

it('a slug that is made from a name is none that a workspace has left', async () => {
  const former = `left-${team.slug}`;
  expect((await moveTo(former)).status).toBe(200);
  expect((await moveTo(`${former}-new`)).status).toBe(200);
  const made = (await anew({ name: former })).json().workspace as { slug: string };
  expect(made.slug).toBe(`${former}-2`);
});

it('racers for a slug that is being left get none of it', async () => {
  const former = team.slug;
  const outsider = await makeTeam(stack.sql);
  const [left, taken] = await Promise.all([moveTo(`${former}-new`), moveTo(former, outsider)]);
  expect([left.status, taken.status]).toEqual([200, 409]);
});

it('ends at ten slugs, and goes on among them', async () => {
  const first = team.slug;
  for (let n = 2; n <= 10; n++) expect((await moveTo(`${first}-${n}`)).status).toBe(200);
  const more = await moveTo(`${first}-11`);
  expect([more.status, more.json().error.details]).toEqual([422, { reason: 'too_many_slugs', field: 'slug', max: 10 }]);
  expect((await moveTo(first)).status).toBe(200);
});
