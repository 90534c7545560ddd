import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConsents } from '../../../outbound/calendars/consents.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../../stand-ins/google/stand-in.ts';
import { type MicrosoftStandIn, startMicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import { comeBack, consent } from '../../support/drivers/connect-calendar.ts';
import { ScriptedAgent } from '../../support/drivers/openapi-agent.ts';
import { hiddenField, type PageClient } from '../../support/drivers/page-client.ts';
import { signInByMail } from '../../support/drivers/sign-in.ts';
import { appsAt } from '../../support/factories/calendar-apps.ts';
import { providersAt } from '../../support/factories/calendars.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

/** The human has an account at Google; nobody has one here. */
const HUMAN = 'ada@acme.test';
const INBOX = 'scout@agentmail.to';
const GUEST = 'gus@guests.test';

let google: GoogleStandIn;
let microsoft: MicrosoftStandIn;
let stack: Stack;
let browser: PageClient | undefined;
beforeAll(async () => {
  [google, microsoft] = await Promise.all([startGoogleStandIn(), startMicrosoftStandIn()]);
  stack = await startStack({
    demo: false,
    calendarConsents: createConsents(appsAt(google, microsoft)),
    calendarProviders: providersAt(google, microsoft),
  });
});
afterAll(async () => {
  await stack?.close();
  await Promise.all([google?.close(), microsoft?.close()]);
});

/** The code in the newest mail of a kind, as whoever owns the inbox reads them. */
const codeIn = async (inbox: string, kind: string): Promise<string> =>
  /^(?:\d{6}|[B-Z]{4}-[B-Z]{4})$/m.exec((await stack.waitForMail(inbox, kind)).text)?.[0] ?? '';

/** What the human does with the agent's request: opens the mailed link, signs in, chooses their workspace, accepts. */
async function acceptClaim(): Promise<void> {
  const { text } = await stack.waitForMail(HUMAN, 'claim');
  const path = /\/claim\/[\w-]+/.exec(text)?.[0] ?? '';
  browser = await signInByMail(stack, HUMAN);
  const { html } = await browser.open(path);
  expect(html).toContain(INBOX);
  const form = { csrfToken: hiddenField(html, 'csrfToken'), workspaceId: hiddenField(html, 'workspaceId') };
  expect((await browser.submit(path, { ...form, decision: 'accept' })).status).toBe(303);
}

it('an agent with a mailbox of its own and the address of the document gets a key, an identity, a calendar and a meeting', {
  timeout: 60_000,
}, async () => {
  const agent = await ScriptedAgent.read(`${stack.appUrl}/api/v1/openapi`);

  // A key: its own code, then its human's yes.
  const { challengeId } = await agent.must('Accounts', 'startNativeEmail', { email: INBOX, agentName: 'Scout' });
  const proof = { challengeId, code: await codeIn(INBOX, 'sign_in_code') };
  const alone = await agent.call('Accounts', 'verifyNativeEmail', proof);
  expect(alone).toMatchObject({ status: 422, body: { error: { details: { reason: 'prospect_email_required' } } } });
  const pending = await agent.must('Accounts', 'verifyNativeEmail', {
    ...proof,
    agentName: 'Scout',
    prospectEmail: HUMAN,
  });
  expect(pending).toMatchObject({ status: 'pending_claim', claimSentTo: HUMAN });
  const waiting = agent.must('Accounts', 'pollNativeClaim', { pollToken: pending.pollToken, waitSeconds: 25 });
  await acceptClaim();
  const claimed = await waiting;
  expect(claimed).toMatchObject({ status: 'claimed', user: { email: HUMAN } });
  agent.use({ apiKey: `Bearer ${claimed.apiKey}` });

  // An identity: the human reads the code aloud.
  const asked = { prospectEmail: HUMAN, agentLabel: 'Scout' };
  const { principalId } = await agent.must('Agent identity', 'registerIdentity', asked);
  const scopes = ['agent.calendar.connect', 'agent.booking.read', 'agent.booking.write'];
  const code = await codeIn(HUMAN, 'identity_code');
  const { intentToken } = await agent.must('Agent identity', 'verifyIdentity', { principalId, code, scopes });
  agent.use({ agentIntent: String(intentToken) });

  // A calendar: the human opens the link.
  const { installUrl } = await agent.must('Agent identity', 'connectCalendarForPerson', { provider: 'google' });
  if (!browser) throw new Error('the human has no browser');
  const back = await consent(browser, new URL(String(installUrl)).pathname, { account: HUMAN });
  expect((await comeBack(browser, back)).status).toBeLessThan(400);
  const { calendars } = await agent.must('Calendars', 'listCalendars', {}, ['apiKey']);
  expect(calendars).toMatchObject([{ email: HUMAN }]);

  // A meeting, in the human's name.
  const { eventTypes } = await agent.must('Event types', 'listHostEventTypes', {}, ['apiKey']);
  const [{ id: eventTypeId = '' } = {}] = eventTypes as { id?: string }[];
  const offered = async () =>
    (await agent.must('Meetings', 'proposeSlots', { eventTypeId })).slots as { startUtc: string }[];
  await expect.poll(async () => (await offered()).length, { timeout: 15_000 }).toBeGreaterThan(0);
  const [slot] = await offered();
  const invitee = { email: GUEST, timezone: 'Europe/Berlin' };
  // By phone: the notice of the event type says that the host calls.
  const customFields = { guest_phone: '+493012345678' };
  const wish = { eventTypeId, startAt: slot?.startUtc, invitee, customFields };
  const booked = await agent.must('Meetings', 'createBooking', wish);
  expect(JSON.stringify(booked)).toContain('"confirmed"');
  await stack.waitForMail(GUEST, 'booking_confirmation');
  const [row] = await stack.sql`
    select u.email::text as host, b.status from bookings b join users u on u.id = b.host_id where b.guest_email = ${GUEST}`;
  expect(row).toEqual({ host: HUMAN, status: 'confirmed' });
  // The human was told of what can act for them since.
  await expect
    .poll(async () => (await stack.mailbox(HUMAN)).map(({ kind }) => kind))
    .toEqual(expect.arrayContaining(['claim', 'new_access', 'identity_code', 'agent_allowed']));
});
