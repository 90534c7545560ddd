import type { WebhookNoticeKind } from '../../../domain/access/new-access.ts';
import type { Role } from '../../../schemas/shapes/access.ts';

/** One origin has reached its cap of upcoming bookings. */
export const floodTexts = {
  subject: 'Unusually many bookings from one place',
  oneNetwork: 'one network',
  addressesOf: (domains: string) => `addresses of ${domains}`,
  lead: (origin: string, service: string) =>
    `You have so many upcoming bookings from ${origin} that ${service} now refuses further ones from there. Other guests can still book you.`,
  unwanted:
    'Are they unwanted? Ask your agent to run clear_booking_flood. It first lists these bookings, then cancels them all with dryRun set to false. By API: POST /api/v1/bookings/clear-flood.',
  wanted:
    'Are they wanted? An admin raises the caps upcomingPerNetwork and upcomingPerMailDomain with update_workspace.',
  footer: (service: string) =>
    `${service} sends one mail for each incident. It is over when you clear it, or after a day without a refused booking.`,
};

/** A workspace is deleted, restored, or gone for good. */
export const workspaceDeletionTexts = {
  deleted: {
    subject: (workspace: string) => `${workspace} is deleted`,
    preview: (day: string) => `You can bring it back until ${day}.`,
    lead: 'An owner deleted this workspace. Nobody can book, its pages say so, and its keys, agents and connected apps have stopped. Meetings to come take place for now.',
    gone: 'Gone for good',
    back: (days: number) =>
      `Until then, any owner can bring it back as it was, within ${days} days. On that day its subscription ends, meetings still to come are canceled and their guests told, and all its data is deleted.`,
    action: 'See it, or restore it',
    footer: (service: string) => `${service} sends this to every owner of a workspace that is deleted.`,
  },
  restored: {
    subject: (workspace: string) => `${workspace} is restored`,
    preview: 'Guests can book again.',
    lead: 'An owner took the deletion of this workspace back. It is as it was: guests can book, and its keys, agents and connected apps work again.',
    action: 'See the workspace',
    footer: (service: string) => `${service} sends this to every owner of a workspace that is restored.`,
  },
  erased: {
    subject: (workspace: string) => `All data of ${workspace} is deleted`,
    preview: 'It cannot be brought back.',
    lead: (days: number) =>
      `${days} days after an owner deleted this workspace, its meetings, guests, settings, keys and log are gone, and nothing is charged for it any more. It cannot be brought back. Your own account stays.`,
    action: 'Sign in',
    footer: (service: string, workspace: string) => `This is the last mail about ${workspace}. Sent by ${service}.`,
  },
};

interface WebhookSetTexts extends Readonly<Record<WebhookNoticeKind, KindTexts>> {
  readonly address: string;
  readonly who: string;
  readonly unknown: string;
  readonly with: string;
  readonly signedIn: string;
  readonly when: string;
  readonly effect: string;
  /** The same where no key set it. */
  readonly effectSignedIn: string;
  readonly action: string;
  readonly footer: (service: string) => string;
}

interface KindTexts {
  /** @param host of the receiver's address, spelled so that it is no link */
  readonly title: (host: string) => string;
  readonly lead: (workspace: string) => string;
}

/** A workspace's events go somewhere new, or say more or less than before. */
export const webhookSetTexts: WebhookSetTexts = {
  webhook: {
    title: (host) => `New webhook: ${host}`,
    lead: (workspace) => `Since just now, what happens in ${workspace} is sent to another service.`,
  },
  webhook_changed: {
    title: (host) => `Changed webhook: ${host}`,
    lead: (workspace) => `A webhook of ${workspace} was changed: where it sends what happens, or how much that says.`,
  },
  address: 'It sends to',
  who: 'Set by',
  unknown: 'Somebody who is gone',
  with: 'With',
  signedIn: 'the web page, signed in',
  when: 'When',
  effect:
    'Do you know this service? Then all is well. If not, switch the webhook off or delete it, and revoke the key or disconnect the app that set it.',
  effectSignedIn:
    'Do you know this service? Then all is well. If not, switch the webhook off or delete it: it was set by the person named here, or by somebody signed in as them. If that is you, sign out all your browsers.',
  action: 'See the webhooks',
  footer: (service) => `${service} sends this to owners when a webhook is made or changed.`,
};

/** A workspace that an agent made, and that no person has taken over. */
export const unclaimedTexts = {
  tomorrow: (workspace: string) => `${workspace} becomes inactive tomorrow`,
  inAWeek: (workspace: string) => `${workspace} becomes inactive in a week`,
  lead: (workspace: string, until: string) =>
    `An agent made ${workspace}, and no person has signed in as its owner. Unless a meeting is upcoming, it takes no more bookings from ${until}.`,
  stays:
    'It stays active once its owner signs in with a browser. An agent cannot: it asks its person to take the workspace over, with create_claim_intent. Nothing is deleted, and both work later, too.',
  action: 'Sign in',
  footer: (service: string, workspace: string) => `${service} sent this because you own ${workspace}.`,
};

/** A person is invited to a workspace. */
export const invitationTexts = {
  somebody: 'Somebody',
  aWorkspace: 'a workspace',
  roles: {
    owner: 'an owner',
    admin: 'an admin',
    manager: 'a manager',
    member: 'a member',
    billing_only: 'a person who takes care of billing',
  } as Readonly<Record<Role, string>>,
  lead: (inviter: string, workspace: string, role: string) => `${inviter} invites you to join ${workspace} as ${role}.`,
  subject: (inviter: string, workspace: string, service: string) =>
    `${inviter} invites you to ${workspace} on ${service}`,
  heading: (workspace: string) => `Join ${workspace}`,
  what: (service: string) =>
    `${service} makes booking pages: guests choose a time and book it with you. Open the link to accept or not.`,
  action: 'See the invitation',
  limits: (until: string) => `The link works until ${until}, only for this address.`,
  footer: (service: string) =>
    `You do not know this workspace? You do not need to do anything: nothing happens without your answer. Sent by ${service}.`,
};

/** A webhook that we no longer send to. */
export const webhookDisabledTexts = {
  subject: (host: string) => `Your webhook to ${host} was disabled`,
  preview: 'No events are sent to it any more.',
  gone: (host: string) => `${host} answered 410 Gone: it wants no more events.`,
  failing: (host: string) => `${host} has taken no event for three days, although we tried it again and again.`,
  effect:
    'Nothing more is sent to it, and new events are not kept for it. What it has not taken so far is kept for 30 days: once you enable the webhook, it is sent in order.',
  action: 'See its deliveries and enable it',
  footer: (service: string) => `${service} sends this to whoever made the webhook, else to an owner of the workspace.`,
};

/** A workspace has another owner. */
export const takeOverTexts = {
  lead: (workspace: string, service: string) =>
    `You took over ${workspace} on ${service}. Its booking pages, event types, meetings and guests are yours now.`,
  subject: (workspace: string) => `${workspace} is yours`,
  page: 'Booking page',
  ownerBefore: 'Owner before',
  takenOver: 'Taken over',
  action: 'Go to your meetings',
  footer: (service: string) => `${service} sends this once to whoever takes over a workspace.`,
  onTheirWay:
    'Event types and upcoming meetings are on their way to you. The owner before can do nothing there any more, and leaves once you have them all. A meeting that cannot move to you waits for your decision, under Team.',
  waiting: (count: number) =>
    `${count === 1 ? '1 meeting' : `${count} meetings`} of the owner before could not move to you and ${count === 1 ? 'waits' : 'wait'} for your decision. Free your own time then (move or cancel the meeting that is in the way), and remove the member again, under Team; or remove the member and cancel ${count === 1 ? 'this meeting' : 'these meetings'}. Until then the owner before stays a host there, and can do nothing else.`,
  ended: (things: string) => `Ended with the take-over: ${things}.`,
  kept: (things: string) => `Set up before you, and goes on. Check it: ${things}.`,
  noSeat: 'The agent kept no seat.',
  seatEnded: (name: string) => `The agent kept a seat, “${name}”, which has ended since.`,
  seatWorks: (name: string, role: string) =>
    `The agent goes on in a seat of yours, “${name}”, with the role ${role}: it manages meetings, event types and hours, but no members, keys or bills.`,
  endSeat: 'You can end the seat at any time, without a sign-in.',
  endSeatLink: 'End the agent’s seat',
  former: {
    lead: (owner: string, workspace: string, service: string) =>
      `${owner} took over ${workspace} on ${service} and owns it now.`,
    subject: (workspace: string) => `${workspace} has a new owner`,
    means: 'What that means for you:',
    newOwner: 'New owner',
    noKeys:
      'All your keys there have ended, and what was made with them. A call with one is answered 401, key_revoked.',
    keyWorks: (name: string, role: string) =>
      `The key that asked works on, as the seat “${name}” of the new owner with the role ${role}`,
    keyEnded: 'The key that asked became a seat of the new owner, which has ended since',
    otherKeys: (kept: string) =>
      `${kept}. All your other keys there have ended: a call with one is answered 401, key_revoked.`,
    noMember: 'You are no member any more. Your event types and meetings went to the new owner.',
    ended: (things: string) => `Ended: ${things}`,
    leaving:
      'You can do nothing there any more, and leave the workspace as soon as your event types and upcoming meetings have gone to the new owner.',
    waiting:
      'You can do nothing there any more. You stay the host of your meetings until the new owner decides about them.',
    footer: (service: string) => `${service} sends this once to whoever owned a workspace that somebody takes over.`,
  },
};

/** A calendar that must be connected again. */
export const reconnectTexts = {
  subject: (provider: string) => `Connect your ${provider} calendar again`,
  lead: (service: string, provider: string, account: string) =>
    `${provider} no longer lets ${service} read the calendar of ${account}.`,
  effect:
    'Until you connect it again, guests see no free times of yours. Your bookings stand, and your settings are kept.',
  causes:
    'This happens after a change of the password, when access was removed, or when it was not used for a long time.',
  action: 'Connect it again',
  disconnect: 'You do not need this calendar any more? Disconnect it there.',
  footer: (service: string) => `${service} sends this mail once.`,
};

/** An agent asks to work in a person's workspace, or a person to take one over. */
export const claimTexts = {
  native: {
    subject: (service: string) => `An agent asks to work in your workspace on ${service}`,
    who: (agent: string | null) => (agent === null ? 'An agent' : `The agent “${agent}”`),
    lead: (who: string, inbox: string, service: string, app: string | null) =>
      `${who} with the inbox ${inbox} asks to work in a workspace of yours on ${service}${app === null ? '' : `, in the app “${app}”`}.`,
    preview: (inbox: string) => `${inbox} asks for a key. You decide.`,
    heading: 'Is this your agent?',
    asked: (when: string, network: string) => `It asked on ${when}, from ${network}.`,
    effect: (powers: string, limits: string, service: string) =>
      `Sign in with this address, then accept or refuse. If you accept, it gets a key, and can do there in your name: ${powers}. ${limits} You can end it at any time. ${service} makes booking pages: guests choose a time and book it with you.`,
    action: 'Look at the request',
    limits: (until: string) => `The link works until ${until}, only for this address.`,
    footer: (service: string) =>
      `You do not know this agent? You do not need to do anything: it gets nothing without your answer. Sent by ${service}.`,
  },
  workspace: {
    anAgent: 'An agent',
    aWorkspace: 'a workspace',
    lead: (agent: string, workspace: string, service: string) =>
      `${agent} made ${workspace} on ${service} and asks you to take it over.`,
    subject: (agent: string, workspace: string, service: string) =>
      `${agent} asks you to take over ${workspace} on ${service}`,
    heading: (workspace: string) => `Take over ${workspace}?`,
    effect: (service: string) =>
      `${service} makes booking pages: guests choose a time and book it. If you accept, the workspace is yours, and you decide whether the agent may go on. Accept only if you know this agent.`,
    agent: 'Agent',
    address: 'Its address',
    asked: 'Asked',
    network: 'From network',
    action: 'See it, accept or refuse',
    limits: (until: string) => `The link works until ${until}, only for this address, signed in.`,
    footer: (service: string) =>
      `You do not know this agent? You do not need to do anything: nothing happens without your answer. Sent by ${service}.`,
  },
  asked: {
    subject: (workspace: string, prospect: string) => `Your workspace ${workspace} is offered to ${prospect}`,
    lead: (workspace: string, prospect: string) =>
      `A key of yours asks ${prospect} to take over ${workspace}. If they accept, they own it, and you leave it.`,
    heading: 'Is your workspace to have another owner?',
    wanted:
      'Did you, or your agent, want that? Then all is well. If not, stop it now: the key ends, and so does the question.',
    action: 'See it, and stop it',
    footer: (service: string) => `${service} sends this whenever a workspace is offered to somebody.`,
  },
};
