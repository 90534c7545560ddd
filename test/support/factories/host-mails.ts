import {
  renderAccountDeleted,
  renderAddressChanged,
  renderAddressLink,
} from '../../../activities/mail/account-messages.ts';
import { renderAgentSignUp } from '../../../activities/mail/agent-sign-up-message.ts';
import { renderCalendarEvent } from '../../../activities/mail/calendar-event-message.ts';
import { renderCanceled } from '../../../activities/mail/cancel-message.ts';
import { renderClaimAsked } from '../../../activities/mail/claim-asked-message.ts';
import { renderClaim } from '../../../activities/mail/claim-message.ts';
import { renderConfirmation } from '../../../activities/mail/confirmation-message.ts';
import { renderFlood } from '../../../activities/mail/flood-message.ts';
import { renderHandedOver, renderHostChanged } from '../../../activities/mail/host-changed-message.ts';
import { renderAgentAllowed, renderIdentityCode } from '../../../activities/mail/identity-messages.ts';
import { renderInvitation } from '../../../activities/mail/invitation-message.ts';
import { renderLinkReady } from '../../../activities/mail/link-message.ts';
import { renderNewAccess } from '../../../activities/mail/new-access-message.ts';
import { renderPaymentFailed } from '../../../activities/mail/payment-failed-message.ts';
import { renderPlanChange } from '../../../activities/mail/plan-change-message.ts';
import { renderReconnect } from '../../../activities/mail/reconnect-message.ts';
import { renderReminder } from '../../../activities/mail/reminder-message.ts';
import { renderDeclined, renderExpired, renderPending } from '../../../activities/mail/request-messages.ts';
import { renderRescheduled } from '../../../activities/mail/reschedule-message.ts';
import { renderSignInCode } from '../../../activities/mail/sign-in-code-message.ts';
import { renderSignInLink } from '../../../activities/mail/sign-in-message.ts';
import { renderSubscription } from '../../../activities/mail/subscription-message.ts';
import { renderHandedOver as renderTakenAway, renderTakenOver } from '../../../activities/mail/take-over-messages.ts';
import { renderTrial } from '../../../activities/mail/trial-message.ts';
import { renderUnclaimed } from '../../../activities/mail/unclaimed-message.ts';
import { renderWebhookDisabled } from '../../../activities/mail/webhook-disabled-message.ts';
import { renderWebhookSet } from '../../../activities/mail/webhook-set-message.ts';
import { renderWorkspaceClaim } from '../../../activities/mail/workspace-claim-message.ts';
import {
  renderWorkspaceDeleted,
  renderWorkspaceErased,
  renderWorkspaceRestored,
} from '../../../activities/mail/workspace-deletion-messages.ts';
import type { AccessKind } from '../../../domain/access/new-access.ts';
import type { MeetingFacts } from '../../../domain/booking/meeting.ts';
import type { OutgoingMail } from '../../../domain/mail/mail.ts';
import { AgentScope, BookingSource } from '../../../schemas/shapes/access.ts';
import type { Language } from '../../../texts/languages.ts';
import { meetingFacts, SERVICE } from './meeting-facts.ts';

export const AT = new Date('2026-12-01T08:00:00Z');
export const APP = 'https://app.holdfast.example';
export const BRAND = { colour: '#b03060', avatarFile: 'avatar.png' };
export const PERSON = {
  to: 'ada@acme.example',
  payerId: 'p',
  ownerId: 'p',
  email: 'ada@acme.example',
  url: APP,
} as const;
export const WORKSPACE = { workspaceId: 'w', workspaceName: 'Acme', planName: 'Pro' } as const;
const AGENT = {
  ...{ principalId: 'p', agentLabel: 'Otto', prospectEmail: 'ada@acme.example', verifiedAt: AT, endsAt: AT },
  ...{ workspaceId: 'w', workspaceName: 'Acme', workspaceSlug: 'acme', status: 'verified' },
  ...{ scopes: AgentScope.options, stopUrl: APP, clientIp: '192.0.2.1', timezone: 'Europe/Berlin', userId: 'u' },
} as const;
const LINK = { clientIp: '192.0.2.1', createdAt: AT, expiresAt: AT, url: APP } as const;

export const booking = (language: Language, more: Partial<MeetingFacts> = {}) => ({
  meeting: meetingFacts({ eventName: 'Gespräch', hostLanguage: language, language: 'en', brand: BRAND, ...more }),
  recipient: 'host' as const,
  ...{ manageUrl: null, packUrl: `${APP}/prep`, meetingUrl: `${APP}/meeting`, nowMs: AT.getTime() },
});
const FORMER = { name: 'Alan', email: 'alan@acme.example', timezone: 'Europe/Berlin' } as const;

const pending = (language: Language, more: { previousStartMs?: number; asksAgain?: boolean }) =>
  renderPending(SERVICE, { ...booking(language), decideUrl: APP, expiresAtMs: AT.getTime(), ...more });

const calendarEvent = (language: Language) =>
  [
    ...['forbidden', 'not_found', 'refused', 'throttled', 'away', null].map(
      (failure) => ({ kind: 'failed', failure }) as const,
    ),
    ...(['slot_taken', 'too_soon', 'too_many_moves', null] as const).map(
      (reason) => ({ kind: 'not_followed', reason }) as const,
    ),
    ...(['moved', 'deleted'] as const).map((kind) => ({ kind })),
  ].flatMap((what) =>
    [true, false].map((isDeletion) =>
      renderCalendarEvent(SERVICE, {
        ...{
          failure: null,
          reason: null,
          ...what,
          isDeletion,
          meeting: booking(language).meeting,
          userId: 'u',
          mailNo: 1,
        },
        ...{ provider: 'google', url: APP },
        period: isDeletion ? null : { startMs: AT.getTime(), endMs: AT.getTime() + 1_800_000 },
      }),
    ),
  );

const ACCESS_KINDS: readonly AccessKind[] = ['key', 'seat', 'passkey', 'linked_account', 'grant'];

const newAccess = (language: Language) =>
  ACCESS_KINDS.flatMap((kind) =>
    [...BookingSource.options, 'system' as const].map((source) =>
      renderNewAccess(SERVICE, {
        ...{ kind, source, language, id: 'n', name: 'Otto', workspaceId: 'w', workspaceName: 'Acme', userId: 'u' },
        ...{
          email: PERSON.email,
          timezone: 'Europe/Berlin',
          madeWith: 'Otto',
          clientIp: null,
          isTest: false,
          doneBy: null,
        },
        ...{ createdAt: AT, stopUrl: APP, homeUrl: APP, isLast: true },
        app: { host: null, redirectHost: 'app.example' },
        power: { scopes: ['workspace.read'], role: 'owner' },
      }),
    ),
  );

export const webhooksSet = (language: Language) =>
  (['webhook', 'webhook_changed'] as const).flatMap((kind) =>
    [null, 'Otto'].map((name) =>
      renderWebhookSet(SERVICE, {
        ...{ kind, source: 'host_api', language, id: 'n', name: 'hooks.example.com', workspaceId: 'w', userId: 'u' },
        ...{
          email: PERSON.email,
          timezone: 'Europe/Berlin',
          madeWith: name,
          doneBy: name,
          clientIp: null,
          isTest: false,
        },
        ...{ createdAt: AT, webhooksUrl: APP, isLast: true, app: null, power: null, workspaceName: 'Acme' },
      }),
    ),
  );

const takeOvers = (language: Language) => {
  const seat = { id: 's', displayName: 'Otto', role: 'manager', isWorking: true } as const;
  return [
    { seat: null, membership: null },
    { seat, membership: { waiting: null } },
    { seat: { ...seat, isWorking: false }, membership: { waiting: 2 } },
  ].flatMap(({ membership, ...more }) => {
    const takeOver = {
      ...{ id: 't', workspaceId: 'w', workspaceName: 'Acme', workspaceSlug: 'acme', takenOverAt: AT, ...more },
      newOwner: { email: PERSON.email, timezone: 'Europe/Berlin' },
      formerOwner: { email: 'bot@agents.example', timezone: 'UTC', membership },
      outcome: {
        ended: { keys: { count: 2, names: [] }, webhooks: { count: 1, names: ['hooks.example'] } },
        kept: { videoLinks: { count: 1, names: ['meet.example'] } },
      },
    };
    const former = renderTakenAway(SERVICE, takeOver, language);
    const own = renderTakenOver(SERVICE, { ...takeOver, stopUrl: APP, homeUrl: APP, language });
    return [own, former];
  });
};

const planChanges = (language: Language) => {
  const paid = {
    plan: 'plus',
    members: 2,
    interval: 'monthly',
    endsWithPeriod: false,
    periodEndMs: AT.getTime(),
  } as const;
  const first = { ...paid, total: 2400, currency: 'eur' };
  const facts = { ...WORKSPACE, ...PERSON, timezone: 'Europe/Berlin', language };
  return [
    { id: '1', before: null, after: first },
    { id: '2', before: paid, after: { ...paid, members: 3 } },
    { id: '3', before: paid, after: { ...paid, endsWithPeriod: true } },
    { id: '4', before: { ...paid, endsWithPeriod: true }, after: paid },
    { id: '5', before: paid, after: null },
  ].map((change) => renderPlanChange(SERVICE, { ...facts, changes: [change] }));
};

/** Every mail that somebody who is no guest can get, in all its forms, by the name of its function. */
export const HOST_MAILS: Readonly<Record<string, (language: Language) => readonly OutgoingMail[]>> = {
  renderConfirmation: (l) =>
    (['guest', 'host'] as const).map((by) =>
      renderConfirmation(SERVICE, { ...booking(l, { agentEmail: 'b@a.example' }), by }),
    ),
  renderRescheduled: (l) => [renderRescheduled(SERVICE, { ...booking(l), previousStartMs: AT.getTime(), by: 'guest' })],
  renderCanceled: (l) =>
    (['guest', 'host', 'system', 'not_me'] as const).flatMap((by) =>
      [true, false].map((inCalendar) =>
        renderCanceled(SERVICE, {
          ...booking(l),
          by,
          inCalendar,
          reason: 'Krank',
          wasPending: false,
          bookAgainUrl: null,
        }),
      ),
    ),
  renderHostChanged: (l) => [
    renderHostChanged(SERVICE, { ...booking(l), formerHost: { ...FORMER, language: 'en' }, wasPending: false }),
  ],
  renderHandedOver: (l) => [
    renderHandedOver(SERVICE, { ...booking('en'), formerHost: { ...FORMER, language: l }, wasPending: false }),
    ...takeOvers(l),
  ],
  renderPending: (l) => [
    pending(l, {}),
    pending(l, { previousStartMs: AT.getTime() }),
    pending(l, { previousStartMs: AT.getTime(), asksAgain: true }),
  ],
  renderDeclined: (l) => [renderDeclined(SERVICE, { ...booking(l), reason: 'Krank', bookAgainUrl: null })],
  renderExpired: (l) => [renderExpired(SERVICE, { ...booking(l), bookAgainUrl: null })],
  renderLinkReady: (l) =>
    (['coming', 'failed', null] as const).map((linkByCalendar) =>
      renderLinkReady(SERVICE, booking(l, { joinUrl: null, linkByCalendar })),
    ),
  renderReminder: (l) => (['before', 'after'] as const).map((side) => reminder(l, side)),
  renderCalendarEvent: calendarEvent,
  renderNewAccess: newAccess,
  renderTakenOver: takeOvers,
  renderPlanChange: planChanges,
  renderPaymentFailed: (language) =>
    [
      { kind: 'plan', plan: 'plus', interval: 'monthly' } as const,
      { kind: 'pack', packId: 'enrichment_pack_50' } as const,
    ].map((purchase) =>
      renderPaymentFailed(SERVICE, { ...WORKSPACE, ...PERSON, intentId: 'i', quantity: 2, purchase, language }),
    ),
  renderSubscription: (language) =>
    (['past_due', 'inactive'] as const).map((kind) =>
      renderSubscription(SERVICE, {
        ...{
          ...WORKSPACE,
          ...PERSON,
          kind,
          language,
          timezone: 'Europe/Berlin',
          incident: 'i',
          locksAtMs: AT.getTime(),
        },
      }),
    ),
  renderTrial: (language) =>
    (['reminder', 'end'] as const).map((kind) =>
      renderTrial(SERVICE, {
        ...{
          ...WORKSPACE,
          ...PERSON,
          kind,
          language,
          timezone: 'Europe/Berlin',
          endsAtMs: AT.getTime(),
          plansUrl: APP,
        },
      }),
    ),
  renderReconnect: (language) => [
    renderReconnect(SERVICE, {
      ...{
        ...PERSON,
        connectionId: 'c',
        incident: '1',
        workspaceId: 'w',
        provider: 'google',
        account: PERSON.email,
        language,
      },
    }),
  ],
  renderFlood: (language) =>
    [[], ['example.com']].map((mailDomains) =>
      renderFlood(SERVICE, { floodId: 'f', workspaceId: 'w', hostEmail: PERSON.email, mailDomains, language }),
    ),
  renderSignInLink: (language) => [
    renderSignInLink(SERVICE, { linkId: 'l', email: PERSON.email, url: APP, minutesLeft: 15, language }),
  ],
  renderSignInCode: (language) => [
    renderSignInCode(SERVICE, {
      ...{ codeId: 'c', issueNo: 1, email: PERSON.email, code: 'ABCD-EFGH', minutesLeft: 10, language, issuedAt: AT },
      ...{ clientName: 'Otto', agentName: 'Otto', clientIp: '192.0.2.1' },
    }),
  ],
  renderAddressLink: (language) =>
    [true, false].map((isTaken) =>
      renderAddressLink(SERVICE, { ...account(language), url: APP, isTaken, minutesLeft: 60 }),
    ),
  renderAddressChanged: (language) => [
    renderAddressChanged(SERVICE, { ...account(language), newEmail: 'a@b.example', undoUrl: APP, at: AT }),
  ],
  renderAccountDeleted: (language) => [renderAccountDeleted(SERVICE, { ...account(language), at: AT })],
  renderWebhookSet: webhooksSet,
  renderWebhookDisabled: (language) =>
    (['gone', 'failing'] as const).map((reason) =>
      renderWebhookDisabled(SERVICE, { ...account(language), host: 'hooks.example.com', reason, appUrl: APP }),
    ),
  renderWorkspaceDeleted: (language) => [renderWorkspaceDeleted(SERVICE, account(language))],
  renderWorkspaceRestored: (language) => [renderWorkspaceRestored(SERVICE, account(language))],
  renderWorkspaceErased: (language) => [renderWorkspaceErased(SERVICE, account(language))],
  renderIdentityCode: (language) =>
    ['Otto', 'http://evil.example'].map((agentLabel) =>
      renderIdentityCode(SERVICE, { ...AGENT, agentLabel, language, issueNo: 1, code: '123456', expiresInMinutes: 10 }),
    ),
  renderAgentAllowed: (language) => [renderAgentAllowed(SERVICE, { ...AGENT, language })],
  renderAgentSignUp: (language) =>
    [true, false].map((hasStopped) =>
      renderAgentSignUp(SERVICE, {
        ...{ ...AGENT, language, email: PERSON.email, hasStopped, madeAt: AT, source: 'host_mcp', claimUrl: APP },
        madeWorkspace: { id: 'w', name: 'Acme' },
      }),
    ),
  renderClaim: (language) =>
    ['Otto', null].map((agentName) =>
      renderClaim(SERVICE, {
        ...{ ...LINK, id: 'c', agentEmail: 'bot@agents.example', operatorEmail: PERSON.email, agentName, language },
        clientName: 'Otto',
      }),
    ),
  renderWorkspaceClaim: (language) =>
    ['Otto', null].map((agentName) => renderWorkspaceClaim(SERVICE, { ...claimOf(language), agentName })),
  renderClaimAsked: (language) => [
    renderClaimAsked(SERVICE, { ...claimOf(language), ownerEmail: PERSON.email, stopUrl: APP }),
  ],
  renderInvitation: (language) =>
    (['owner', 'admin', 'manager', 'member', 'billing_only'] as const).flatMap((role) =>
      ['Alan', null].map((inviterName) =>
        renderInvitation(SERVICE, {
          ...{ invitationId: 'i', issueNo: 1, ...WORKSPACE, inviterName, email: PERSON.email, role, url: APP },
          ...{ expiresAt: AT, language },
        }),
      ),
    ),
  renderUnclaimed: (language) =>
    (['first', 'last'] as const).map((kind) =>
      renderUnclaimed(SERVICE, {
        ...{ ...WORKSPACE, ...PERSON, kind, sinceMs: AT.getTime(), loginUrl: APP },
        reader: { language, timezone: 'Europe/Berlin' },
      }),
    ),
};

const account = (language: Language) => ({
  ...{ mailId: 'm', email: PERSON.email, loginUrl: APP, reader: { language, timezone: 'Europe/Berlin' } },
  ...{ name: 'Acme', eraseAt: AT, appUrl: APP },
});
const claimOf = (language: Language) => ({
  ...{ ...LINK, ...WORKSPACE, id: 'c', prospectEmail: PERSON.email, agentName: 'Otto', language },
  ownerEmail: 'bot@agents.example',
});

const reminder = (language: Language, side: 'before' | 'after') =>
  renderReminder(SERVICE, {
    ...{ meeting: booking(language).meeting, planned: { id: 'standard', side, to: 'host', atMs: AT.getTime() } },
    ...{
      own: { subject: null, text: null },
      manageUrl: APP,
      meetingUrl: `${APP}/meetings/1`,
      packUrl: `${APP}/meetings/1/prep`,
    },
    ...{ bookAgainUrl: APP, stopUrl: APP, settingsUrl: `${APP}/event-types/1#reminders`, nowMs: AT.getTime() },
  });
