import { afterAll, beforeAll, expect, it } from 'vitest';
import { BatchedLookup } from '../../../../api/core/batched-lookup.ts';
import type { MakePages } from '../../../../api/origins.ts';
import { PageRenderer } from '../../../../api/pages/shell/page-renderer.ts';
import { pageRouter } from '../../../../api/pages/shell/page-router.ts';
import { readAssets } from '../../../../api/pages/shell/stylesheet.ts';
import { readWebBuild } from '../../../../api/pages/shell/web-build.ts';
import { type HostAddress, readAvatars } from '../../../../store/bookable/avatars.ts';
import { readBrandings } from '../../../../store/workspaces/branding.ts';
import { PageClient } from '../../../support/drivers/page-client.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let leave = (): void => {};
const left = new Promise<void>((resolve) => {
  leave = resolve;
});

/** Pages as no page of ours should be. */
const makePages: MakePages = (services, { dispatcher, ...machinery }) => {
  const { hrefs: assets, serve } = readAssets();
  const kit = {
    services,
    dispatch: dispatcher.dispatch.bind(dispatcher),
    deadlineMs: 100,
    pageKey: services.secrets.page,
    renderer: new PageRenderer(),
    faces: new BatchedLookup((addresses: readonly HostAddress[]) => readAvatars(services.sql, addresses)),
    brands: new BatchedLookup((slugs: readonly string[]) => readBrandings(services.sql, slugs)),
    assets,
    build: readWebBuild(services.webFolder),
    isForGuests: true,
    ...machinery,
  };
  const { page, finish } = pageRouter(kit, serve);
  page('/silent', { get: () => {} });
  page('/late', {
    get: async (visit) => {
      await left;
      visit.goTo('/elsewhere');
    },
  });
  return { public: finish().router };
};

let stack: Stack;
let browser: PageClient;
beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false, api: { makePages } });
  browser = new PageClient(stack.publicUrl);
});
afterAll(() => stack?.close());

const logged = (requestId: string) =>
  stack.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);

it('a page that sends nothing is answered for, and the log says so', async () => {
  const { status, html } = await browser.open('/silent', { 'x-request-id': 'page-silent' });
  expect(status).toBe(500);
  expect(html).toContain('page-silent');
  expect(logged('page-silent')).toContainEqual(
    expect.objectContaining({
      msg: 'unexpected error in a page',
      err: expect.objectContaining({ message: 'a page has sent nothing' }),
    }),
  );
});

it('a page that leads on after its deadline leaves the answer that has been given', async () => {
  const { status, location } = await browser.open('/late', { 'x-request-id': 'page-late' });
  expect([status, location]).toEqual([503, null]);
  leave();
  const late = () => logged('page-late').filter(({ msg }) => /after its deadline/.test(msg));
  await expect.poll(late).toEqual([expect.objectContaining({ msg: 'a page was done after its deadline' })]);
});
