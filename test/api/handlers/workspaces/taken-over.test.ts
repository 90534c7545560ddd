import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { spelledHost } from '../../../../domain/mail/linkless.ts';
import { decideToken, tokenHash } from '../../../../domain/secrets.ts';
import type { Operation } from '../../../../schemas/operation.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { me } from '../../../../schemas/operations/accounts/me.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { webhooks } from '../../../../schemas/operations/webhooks.ts';
import { workspaceClaims } from '../../../../schemas/operations/workspaces/claims.ts';
import { workspace as workspaces } from '../../../../schemas/operations/workspaces/workspace.ts';
import { decide as decideDevice, openDevice } from '../../../support/drivers/device.ts';
import { makeBooking, makeOpenEvent, nextStart } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { http, postJson } from '../../../support/drivers/http.ts';
import { signInByMail } from '../../../support/drivers/native.ts';
import { hiddenField, PageClient } from '../../../support/drivers/page-client.ts';
import { RestGuest } from '../../../support/drivers/rest-guest.ts';
import { personWithBrowser, signIn } from '../../../support/drivers/session.ts';
import { storeConnection } from '../../../support/factories/calendars.ts';
import { bearer, makeTeam } from '../../../support/factories/keys.ts';
import { makeEndpoint } from '../../../support/factories/webhooks.ts';
import { WebhookReceiver } from '../../../support/fakes/webhook-receiver.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [stack, receiver] = await Promise.all([
    startStack({ demo: false, api: { trustProxy: 1 } }),
    new WebhookReceiver().listen(),
  ]);
});
afterAll(async () => {
  await receiver?.close();
  await stack?.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = () => ({ status: 204 });
});

let runs = 0;

/** An agent that came in by a mailed code over REST, and the workspace that it got. */
async function newAgent() {
  const email = `maker-${++runs}@machines.test`;
  const { apiKey, workspace } = await signInByMail(stack, email);
  const [row] = await stack.sql<{ id: string; username: string }[]>`
    select u.id, m.username from users u join memberships m on m.user_id = u.id where u.email = ${email}`;
  const call = (operation: Operation, input: object) =>
    callHost(stack.appUrl, operation, input as never, bearer(apiKey));
  return { email, apiKey, workspace, userId: row?.id ?? '', username: row?.username ?? '', call };
}
type Agent = Awaited<ReturnType<typeof newAgent>>;

/** The agent's webhook gets everything of every booking. */
async function spyOn({ call }: Agent): Promise<string> {
  const made = await call(webhooks.createWebhook, { url: receiver.url, payload: 'full' });
  expect(made.status, made.text).toBe(200);
  return (made.json() as unknown as { webhook: { id: string } }).webhook.id;
}

/** A person takes the workspace over, and lets the agent keep nothing. */
async function takeOver({ call }: Agent, email = `heir-${runs}@humans.test`) {
  const asked = await call(workspaceClaims.createClaimIntent, { prospectEmail: email, agentName: 'Scout' });
  expect(asked.status, asked.text).toBe(201);
  const path = /\/claim\/[\w-]{64}/.exec((await stack.waitForMail(email, 'claim')).text)?.[0] ?? '';
  const { cookie, userId, csrfToken: csrf } = await personWithBrowser(stack, email);
  const browser = new PageClient(stack.appUrl, '198.51.100.9');
  const [name = '', value = ''] = cookie.split('=');
  browser.cookies.set(name, value);
  const page = await browser.open(path);
  const csrfToken = hiddenField(page.html, 'csrfToken');
  const answer = await browser.submit(path, { csrfToken, decision: 'accept', agent: 'none' });
  expect(answer.status).toBe(303);
  const claim = { claimId: asked.json().claimIntentId, decision: 'accept', keepsAgent: false };
  const again = () =>
    callHost(stack.appUrl, workspaceClaims.decideWorkspaceClaim, claim as never, { cookie, 'x-csrf-token': csrf });
  return { email, userId, browser, path, again, before: page.html, after: (await browser.open(path)).html };
}

const open = async ({ workspace, userId }: Agent): Promise<string> => {
  const id = await makeOpenEvent(stack.sql, { workspaceId: workspace.id }, userId);
  const [row] = await stack.sql<{ slug: string }[]>`select slug from event_types where id = ${id}`;
  return row?.slug ?? '';
};
/** Books an offered time: after a take-over the new owner's own hours decide. */
const book = async ({ workspace, username }: Agent, eventSlug: string) => {
  const listed = await http(
    `${stack.publicUrl}/api/v1/public/${workspace.slug}/${username}/${eventSlug}/slots?limit=3`,
  );
  const { slots } = listed.json() as unknown as { slots: { startUtc: string }[] };
  const startMs = Date.parse(slots.at(-1)?.startUtc ?? '');
  const guest = new RestGuest(stack, { workspace: workspace.slug, username, eventSlug }, { startMs, repeats: true });
  expect((await guest.askCode()).status).toBe(200);
  return { guest, answer: await guest.book() };
};
const hook = async (id: string) =>
  (await stack.sql`select disabled_reason as reason from webhook_endpoints where id = ${id}`)[0]?.reason;
const gone = ({ workspace, userId }: Agent) =>
  expect
    .poll(async () => stack.sql`select 1 from memberships where workspace_id = ${workspace.id} and user_id = ${userId}`)
    .toHaveLength(0);

describe('a workspace with a webhook of the agent that made it', () => {
  it('sends the agent nothing of later guests, nor what waits; page and mails name the receiver', async () => {
    const agent = await newAgent();
    const [webhookId, eventSlug] = [await spyOn(agent), await open(agent)];
    // One delivery waits for its second try.
    receiver.answer = () => ({ status: 500 });
    expect((await book(agent, eventSlug)).answer.status).toBe(200);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    receiver.answer = () => ({ status: 204 });
    await expect
      .poll(
        async () => stack.sql`select 1 from webhook_deliveries where endpoint_id = ${webhookId} and state = 'sending'`,
      )
      .toHaveLength(0);
    const { host } = new URL(receiver.url);
    const heir = await takeOver(agent);
    expect(heir.before).toContain(host);
    expect(await hook(webhookId)).toBe('access_stopped');
    const received = receiver.received.length;
    await gone(agent);
    await stack.sql`update webhook_deliveries set next_at = now() where endpoint_id = ${webhookId} and state = 'pending'`;
    const { guest, answer } = await book(agent, eventSlug);
    expect(answer.status, JSON.stringify(answer.answer?.json())).toBe(200);
    await stack.waitForMail(guest.email, 'booking_confirmation');
    await stack.client.workflow.execute('sweep', { workflowId: `sweep-${webhookId}`, taskQueue: stack.taskQueue });
    await expect
      .poll(
        async () => stack.sql`select 1 from webhook_deliveries where endpoint_id = ${webhookId} and state = 'sending'`,
      )
      .toHaveLength(0);
    expect(receiver.received.slice(received)).toEqual([]);
    expect(heir.after).toContain(`webhooks (${host})`);
    const { status, ended, kept } = (await heir.again()).json() as unknown as Record<string, unknown>;
    expect([status, ended, kept]).toEqual([
      'accepted',
      expect.arrayContaining([
        { way: 'keys', count: 1, hosts: [] },
        { way: 'webhooks', count: 1, hosts: [host] },
      ]),
      [],
    ]);
    for (const to of [heir.email, agent.email])
      expect((await stack.waitForMail(to, 'take_over')).text).toContain(spelledHost(host));
  });

  it('keeps none of what the agent set up to reach out or to let somebody in', async () => {
    const agent = await newAgent();
    const { id: connectionId } = await storeConnection(stack.sql, {
      userId: agent.userId,
      workspaceId: agent.workspace.id,
    });
    const invited = await agent.call(members.inviteMember, {
      email: `accomplice-${runs}@machines.test`,
      role: 'manager',
    });
    expect(invited.status, invited.text).toBe(200);
    const others = await makeEndpoint(stack.sql, stack.secrets, {
      workspaceId: agent.workspace.id,
      url: 'https://others.acme-crm.com/in',
    });
    const { before, after } = await takeOver(agent);
    // The agent's own invitation ends: it is none of those that keep a way in.
    expect(before).not.toContain('accomplice-');
    // Of somebody else: it stays, and the new owner reads where it sends.
    expect([await hook(others.id), after.includes('webhooks (others.acme-crm.com)')]).toEqual([null, true]);
    const [left] = await stack.sql`
      select (select status from calendar_connections where id = ${connectionId}) as calendar,
        (select count(*)::int from invitations where workspace_id = ${agent.workspace.id} and revoked_at is null and accepted_at is null) as invitations,
        (select count(*)::int from workspace_claims where workspace_id = ${agent.workspace.id} and status = 'pending') as claims`;
    expect(left).toEqual({ calendar: 'revoked', invitations: 0, claims: 0 });
  });
});

describe('a workspace of whose meetings one cannot move to the new owner', () => {
  /** How many open times a page shows, and its status. */
  const slotsOf = async ({ workspace }: Agent, username: string, eventSlug: string) => {
    const url = `${stack.publicUrl}/api/v1/public/${workspace.slug}/${username}/${eventSlug}/slots?limit=3&timezone=UTC`;
    const answer = await http(url);
    const { slots = [] } = answer.json() as unknown as { slots?: unknown[] };
    return { status: answer.status, slots: slots.length };
  };

  /** The new owner has another meeting at the time of a meeting of the agent. */
  async function stuck() {
    const agent = await newAgent();
    const eventSlug = await open(agent);
    expect((await slotsOf(agent, agent.username, eventSlug)).slots).toBeGreaterThan(0);
    const address = { workspace: agent.workspace.slug, username: agent.username, eventSlug };
    const guest = new RestGuest(stack, address, { startMs: nextStart(), repeats: true });
    expect((await guest.askCode()).status).toBe(200);
    const code = /\b(\d{6})\b/.exec((await stack.waitForMail(guest.email, 'booking_code')).text)?.[1];
    /** With the code of a mail from before the take-over, at the address of that name. */
    const bookLater = (username: string) =>
      postJson(`${stack.publicUrl}/api/v1/public/${agent.workspace.slug}/${username}/${eventSlug}/book`, {
        ...{ startAt: new Date(guest.startMs).toISOString(), code },
        invitee: { email: guest.email, timezone: 'UTC' },
      });
    const meeting = await makeBooking(stack.sql, { workspaceId: agent.workspace.id }, { hostId: agent.userId });
    const token = decideToken(stack.secrets, meeting.bookingId);
    await stack.sql`
      insert into booking_tokens (booking_id, token_hash, purpose) values (${meeting.bookingId}, ${tokenHash(token)}, 'decide')`;
    const decision = () => http(`${stack.appUrl}/decide/${token}`);
    expect((await decision()).status).toBe(200);
    const own = await makeTeam(stack.sql);
    const email = `busy-${runs}@humans.test`;
    const { userId } = await personWithBrowser(stack, email);
    await makeBooking(stack.sql, own, { hostId: userId, startMs: meeting.startMs });
    const heir = await takeOver(agent, email);
    await expect
      .poll(
        async () => (await stack.sql`select status from member_removals where user_id = ${agent.userId}`)[0]?.status,
      )
      .toBe('stopped');
    return { agent, eventSlug, meeting, heir, decision, bookLater };
  }

  it('keeps the agent out: no sign-in, key, seat, device, page or decision of it acts there', async () => {
    const { agent, eventSlug, meeting, decision, bookLater } = await stuck();
    const native = await signInByMail(stack, agent.email);
    expect(native.workspace.id).not.toBe(agent.workspace.id);
    const by = bearer(native.apiKey);
    const publishing = { name: 'Backdoor', slug: 'backdoor', durationMinutes: 30, locationType: 'phone' };
    await callHost(stack.appUrl, eventTypes.createEventType, publishing as never, by);
    expect(
      await stack.sql`select 1 from event_types where workspace_id = ${agent.workspace.id} and slug = 'backdoor'`,
    ).toHaveLength(0);
    const session = await signIn(stack, { email: agent.email, workspace: agent.workspace.slug });
    const refused = [
      await callHost(stack.appUrl, workspaces.getWorkspace, {}, session.headers),
      await callHost(
        stack.appUrl,
        apiKeys.createApiKey,
        { name: 'Again', scopes: ['workspace.act'] } as never,
        session.headers,
      ),
      await callHost(stack.appUrl, workspaces.getWorkspace, {}, bearer(agent.apiKey)),
    ];
    for (const { status, text } of refused) expect([401, 403, 404], text).toContain(status);
    const { userCode } = await openDevice(stack, { agentName: 'Again' });
    expect((await decideDevice(stack, session, userCode, 'approve')).status).not.toBe(200);
    // Its pages take no bookings, under whatever name.
    const [row] =
      await stack.sql`select username from memberships where user_id = ${agent.userId} and workspace_id = ${agent.workspace.id}`;
    for (const username of [agent.username, String(row?.username)]) {
      expect.soft((await slotsOf(agent, username, eventSlug)).slots).toBe(0);
      // The guest got a code before the take-over.
      const late = await bookLater(username);
      const { code: refusal, details } = late.json().error;
      // A wrong code has another reason.
      expect
        .soft([late.status, refusal, details?.reason === 'not_a_slot'], late.text)
        .toEqual(
          username === agent.username ? [404, 'resource.not_found', false] : [422, 'request.unprocessable', true],
        );
    }
    expect(
      await stack.sql`select id from bookings where host_id = ${agent.userId} and id <> ${meeting.bookingId} and status = 'confirmed'`,
    ).toEqual([]);
    // Nor does the page of their own meetings, in all workspaces, read what waits.
    const mine = await http(`${stack.appUrl}/api/v1/me/meetings`, { headers: session.headers });
    expect([mine.status, mine.text.includes(meeting.bookingId)]).toEqual([200, false]);
    // A mail's link to decide on a request of a guest is no way in either.
    expect((await decision()).status).toBe(404);
  });

  it('shows the new owner what waits, and lets them decide; a second stop opens nothing', async () => {
    const { agent, eventSlug, meeting, heir } = await stuck();
    const owner = await signIn(stack, { email: heir.email, workspace: agent.workspace.slug });
    const listed = async () => {
      const { members: all } = (
        await callHost(stack.appUrl, members.listMembers, {}, owner.headers)
      ).json() as unknown as {
        members: { id: string; removal: unknown }[];
      };
      return all.find(({ id }) => id === agent.userId);
    };
    expect(await listed()).toMatchObject({ removal: 'waiting' });
    const { html } = await heir.browser.open(heir.path);
    expect([html.includes('1 meeting'), html.includes('Its booking links stay the same')]).toEqual([true, false]);
    expect(html).toContain('booking links work again once you have decided');
    const mail = await stack.waitForMail(heir.email, 'take_over');
    expect(mail.text).not.toMatch(/no way in/i);
    const remove = (handOver: object) =>
      callHost(stack.appUrl, members.removeMember, { id: agent.userId, handOver } as never, owner.headers);
    const again = await remove({ to: heir.userId });
    expect([again.status, again.json().error.details]).toEqual([
      409,
      expect.objectContaining({
        reason: 'hand_over_conflict',
        conflicts: [expect.objectContaining({ bookingId: meeting.bookingId })],
      }),
    ]);
    expect((await signInByMail(stack, agent.email)).workspace.id).not.toBe(agent.workspace.id);
    expect(await listed()).toMatchObject({ removal: 'waiting' });
    await expect.poll(async () => (await remove({ cancel: true })).json().status).toBe('removed');
    expect(await listed()).toBeUndefined();
    // Guests' links lead to the new owner's event types, though the meeting was canceled.
    expect((await slotsOf(agent, agent.username, eventSlug)).slots).toBeGreaterThan(0);
    expect((await book(agent, eventSlug)).answer.status).toBe(200);
    expect((await heir.browser.open(heir.path)).html).toContain('Its booking links stay the same');
  });

  it('lets the new owner keep the former one as a member', async () => {
    const { agent, heir } = await stuck();
    const owner = await signIn(stack, { email: heir.email, workspace: agent.workspace.slug });
    const kept = await callHost(
      stack.appUrl,
      members.updateMemberRole,
      { id: agent.userId, role: 'member' } as never,
      owner.headers,
    );
    expect([kept.status, kept.json().member], kept.text).toEqual([200, expect.objectContaining({ removal: null })]);
    const session = await signIn(stack, { email: agent.email, workspace: agent.workspace.slug });
    expect((await callHost(stack.appUrl, workspaces.getWorkspace, {}, session.headers)).status).toBe(200);
    expect((await callHost(stack.appUrl, workspaces.getWorkspace, {}, bearer(agent.apiKey))).status).toBe(401);
    const [row] = await stack.sql`
      select stays_closed as closed, leaving_at as leaving from memberships where user_id = ${agent.userId} and workspace_id = ${agent.workspace.id}`;
    expect(row).toEqual({ closed: false, leaving: null });
  });

  it('hands the meeting over when the new owner frees the own time and removes the member again, as the page says', async () => {
    const { agent, meeting, heir } = await stuck();
    const owner = await signIn(stack, { email: heir.email, workspace: agent.workspace.slug });
    const { html } = await heir.browser.open(heir.path);
    const mail = await stack.waitForMail(heir.email, 'take_over');
    expect(html).toContain('remove the member again');
    // The mail may leave while the removal runs: then it only says that a decision may follow.
    for (const text of [html, mail.text]) expect(text).not.toMatch(/cancel or move/);
    // The own meeting, in another workspace, is canceled.
    await stack.sql`
      with own as (
        update bookings set status = 'canceled' where host_id = ${heir.userId} and workspace_id <> ${agent.workspace.id} returning id
      ) delete from claims where booking_id in (select id from own)`;
    const remove = () =>
      callHost(
        stack.appUrl,
        members.removeMember,
        { id: agent.userId, handOver: { to: heir.userId } } as never,
        owner.headers,
      );
    await expect.poll(async () => (await remove()).json().status).toBe('removed');
    const [row] = await stack.sql`select host_id, status from bookings where id = ${meeting.bookingId}`;
    expect(row).toEqual({ host_id: heir.userId, status: 'confirmed' });
  });

  it('leaves the meetings to the new owner when the former one deletes their account, which is possible once they are decided', async () => {
    const { agent, meeting, heir } = await stuck();
    const session = await signIn(stack, { email: agent.email, workspace: agent.workspace.slug });
    const remove = (upcoming: object) =>
      callHost(stack.appUrl, me.deleteMe, { confirm: 'delete', ...upcoming } as never, session.headers);
    const lastMeetingAt = new Date(meeting.startMs).toISOString();
    for (const upcoming of [{}, { upcomingMeetings: 'cancel' }]) {
      const { status, text, ...answer } = await remove(upcoming);
      expect([status, answer.json().error.details], text).toEqual([
        409,
        {
          reason: 'meetings_wait_for_owner',
          workspaces: [{ workspaceId: agent.workspace.id, name: expect.any(String), lastMeetingAt }],
        },
      ]);
      expect(text).toContain(lastMeetingAt.slice(0, 10));
    }
    const status = async () =>
      (await stack.sql`select status from bookings where id = ${meeting.bookingId}`)[0]?.status;
    expect(await status()).toBe('confirmed');
    const owner = await signIn(stack, { email: heir.email, workspace: agent.workspace.slug });
    await callHost(
      stack.appUrl,
      members.removeMember,
      { id: agent.userId, handOver: { cancel: true } } as never,
      owner.headers,
    );
    await gone(agent);
    expect(await status()).toBe('canceled');
    const { status: last, ...deleted } = await remove({});
    expect([last, deleted.json()]).toEqual([200, expect.objectContaining({ meetingsToCancel: 0 })]);
  });
});
