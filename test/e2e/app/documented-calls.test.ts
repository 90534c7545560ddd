import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentedCall, isCall } from '../../support/asserts/documented-calls.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { createTestTeam } from '../../support/factories/team.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { openMember } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ worker: false }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const PAGES = [
  ...['/', '/start', '/start?step=2', '/start?step=3', '/meetings', '/meetings?show=past', '/meetings?show=pending'],
  ...['/insights', '/event-types', '/availability', '/team', '/settings'],
  ...['account', 'workspace', 'calendars', 'access', 'agents', 'grants', 'webhooks', 'activity', 'billing'].map(
    (name) => `/settings/${name}`,
  ),
];

it('knows a call that no document has', () => {
  expect(documentedCall('GET', `${stack.appUrl}/api/v1/workspace/secret`)).toBeUndefined();
  expect(documentedCall('PUT', `${stack.appUrl}/api/v1/me`)).toBeUndefined();
  expect(documentedCall('PATCH', `${stack.appUrl}/api/v1/me?x=1`)).toBe('PATCH /me');
  expect([isCall(`${stack.appUrl}/assets/a.js`), isCall(`${stack.appUrl}/api/v2/x`)]).toEqual([false, true]);
});

// What forms send is looked at in each test of a page: a call that is not documented is a fault there (app-browser.ts).
it('a tour of all pages makes these calls, each in the OpenAPI document', { timeout: 120_000 }, async () => {
  const crew = await createTestTeam(stack.sql, { assignment: 'round_robin', members: [{ weight: 1 }] });
  const { workspaceId, userId, teamId } = crew;
  await stack.sql`update memberships set role = 'owner' where workspace_id = ${workspaceId}`;
  const booking = await makeBooking(stack.sql, { workspaceId }, { hostId: userId });
  const [schedule] = await stack.sql<
    { id: string }[]
  >`select id from schedules where workspace_id = ${workspaceId} limit 1`;
  const { page } = await openMember(stack, browser, {
    ...{ email: crew.members[0]?.email ?? '', workspace: crew.address.workspace },
  });
  const calls = new Set<string>();
  page.on('request', (request) => {
    if (isCall(request.url()))
      calls.add(
        documentedCall(request.method(), request.url()) ?? `not documented: ${request.method()} ${request.url()}`,
      );
  });
  const open = async (path: string): Promise<void> => {
    await page.goto(`${stack.appUrl}${path}`, { waitUntil: 'networkidle' });
    await page.locator('h1').waitFor();
    await expect.poll(() => page.locator('.loading').count()).toBe(0);
  };
  for (const path of PAGES) await open(path);
  await open(`/meetings/${booking.bookingId}`);
  await open(`/event-types/${booking.eventTypeId}`);
  await open(`/availability/${schedule?.id}`);
  await open(`/team/${teamId}`);
  expect([...calls].filter((call) => call.startsWith('not documented'))).toEqual([]);
  expect([...calls].toSorted()).toMatchInlineSnapshot(`
    [
      "GET /billing",
      "GET /billing/credits",
      "GET /billing/invoices",
      "GET /bookings/{bookingId}",
      "GET /cli/calendars",
      "GET /me",
      "GET /me/agents",
      "GET /me/grants",
      "GET /me/linked-accounts",
      "GET /me/meetings",
      "GET /me/passkeys",
      "GET /me/sessions",
      "GET /workspace",
      "GET /workspace/activity",
      "GET /workspace/agent-seats",
      "GET /workspace/api-keys",
      "GET /workspace/calendar-settings",
      "GET /workspace/event-types",
      "GET /workspace/event-types/{eventTypeId}",
      "GET /workspace/insights",
      "GET /workspace/meetings",
      "GET /workspace/members",
      "GET /workspace/schedules",
      "GET /workspace/schedules/{scheduleId}",
      "GET /workspace/short-links",
      "GET /workspace/teams",
      "GET /workspace/teams/{id}/fairness",
      "GET /workspace/webhooks",
    ]
  `);
});
