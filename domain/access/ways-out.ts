import type { WayOut } from '../../schemas/shapes/ways-out.ts';

/** The ways in which access ends. */
export const ENDINGS = [
  ...(['keyRevoked', 'seatRevoked', 'grantEnded'] as const),
  ...(['memberRemoved', 'memberLeft', 'roleLowered'] as const),
  ...(['takenOver', 'accessStopped', 'workspaceDeleted'] as const),
] as const;
export type Ending = (typeof ENDINGS)[number];

/** `asked`: it stays and is listed, unless the caller asks to end it too. */
export type Fate = 'ended' | 'kept' | 'asked';

export interface Row {
  readonly fate: Fate;
  readonly why: string;
}

type Rows = Readonly<Record<WayOut, Row>>;

const ended = (why: string): Row => ({ fate: 'ended', why });
const kept = (why: string): Row => ({ fate: 'kept', why });
const asked = (why: string): Row => ({ fate: 'asked', why });

const MADE_WITH_IT = ended('It was made with the key, or below it.');
const OF_MEMBER = ended('A former member acts in nobody’s name.');
const OF_PERSON = kept('It is of a person, who stays.');
const OF_WORKSPACE = kept('It is a setting of the workspace and leads to its own pages.');
const OF_ACCOUNT = kept('It signs in to the account, and opens nothing in a workspace without a membership.');
const OF_HOST = kept('Guests were given this place. People check it.');
const NO_SITES = kept('Nothing is stored: any site may show public pages.');
const ONE_CALL = kept('An import is one call. It leaves no connection behind.');
const JOINED = kept('They are people of the workspace now. The answer lists them.');
const INTEGRATION = asked('An integration would end with each change of keys. The answer lists it.');
const BY_STOP = ended('The person who presses the button does not know who made it.');
const LOCKED_ROOM = ended('Nothing acts in a deleted workspace. Its rows are erased after 14 days.');

/** A key ends, whatever it is used for. In the order in which ways end: keys before what they set, and calendars, which lock people, last. */
const OF_KEY: Rows = {
  apps: MADE_WITH_IT,
  keys: MADE_WITH_IT,
  seats: MADE_WITH_IT,
  identities: ended('People consented to this key.'),
  invitations: MADE_WITH_IT,
  claims: ended('The key asked in the name of its owner.'),
  approvals: kept('A signed-in person gave it, not the key.'),
  calendarLinks: MADE_WITH_IT,
  webhooks: INTEGRATION,
  signIns: OF_PERSON,
  sessions: OF_PERSON,
  decideLinks: OF_PERSON,
  receipts: kept('The address is of the workspace.'),
  videoLinks: OF_HOST,
  shortLinks: OF_WORKSPACE,
  embeds: NO_SITES,
  members: JOINED,
  imports: ONE_CALL,
  calendars: kept('A signed-in person connected it at its provider, not the key.'),
};

/** All ways out, in the order in which they end. */
export const WAYS_OUT = Object.keys(OF_KEY) as readonly WayOut[];

/** A person is no longer a member. */
const OF_FORMER_MEMBER: Rows = {
  apps: OF_MEMBER,
  keys: OF_MEMBER,
  seats: OF_MEMBER,
  identities: ended('It ends with the key that registered it.'),
  invitations: ended('Nobody joins by the word of a former member.'),
  claims: ended('Only an owner offers a workspace.'),
  approvals: ended('A device or an agent that has no key yet gets none.'),
  calendarLinks: OF_MEMBER,
  calendars: kept('It is of the account. Meetings of the workspace leave it once they have another host.'),
  webhooks: INTEGRATION,
  signIns: OF_ACCOUNT,
  sessions: ended('A session opens the workspaces of its person, and this is none.'),
  decideLinks: ended('Only a host who is a member decides.'),
  receipts: ended('The flow of the subscription gives the provider the address of an owner.'),
  videoLinks: kept('Event types get another host or are archived; meetings keep their place.'),
  shortLinks: OF_WORKSPACE,
  embeds: NO_SITES,
  members: JOINED,
  imports: ONE_CALL,
};

/** A member has another role, which allows less. */
const OF_LOWER_ROLE: Rows = {
  apps: kept('It may do what its person may do now.'),
  keys: kept('A key may do what its person may do now.'),
  seats: kept('A seat may do what its person may do now.'),
  identities: kept('It may do what its key may do now.'),
  invitations: ended('Those that the new role may not send.'),
  claims: ended('Only an owner offers a workspace.'),
  approvals: kept('The key that comes of it may do what its person may do then.'),
  calendarLinks: OF_PERSON,
  calendars: OF_PERSON,
  webhooks: asked('Only owners and admins see webhooks. The answer lists those that the member set.'),
  signIns: OF_ACCOUNT,
  sessions: kept('The role is read at each call.'),
  decideLinks: kept('A host decides about their own meetings.'),
  receipts: ended('For a role that pays nothing, the flow of the subscription takes the address of an owner.'),
  videoLinks: OF_HOST,
  shortLinks: OF_WORKSPACE,
  embeds: NO_SITES,
  members: JOINED,
  imports: ONE_CALL,
};

/** A person takes over a workspace that an agent made: what the agent set up ends with its ownership. */
const OF_TAKE_OVER: Rows = {
  ...OF_FORMER_MEMBER,
  calendars: ended('What the agent connected in this workspace reads and writes its meetings.'),
  webhooks: ended('The new owner chooses who gets guests’ names and answers.'),
  sessions: ended('The former owner can do nothing there, also while meetings wait for the new owner’s decision.'),
  receipts: ended('The new owner pays, if anybody does.'),
  videoLinks: kept('Guests were given this place. The page and the mail list it for the new owner to check.'),
  shortLinks: kept('It leads to the workspace’s own pages. The page and the mail count them.'),
  members: kept('The page lists them before and after, for the new owner to decide.'),
};

/** The link of a mail about new access was pressed: by a key it reaches what the key made, by a sign-in all that was made since. */
const OF_STOP: Rows = {
  apps: BY_STOP,
  keys: BY_STOP,
  seats: BY_STOP,
  identities: ended('It ends with the key that registered it.'),
  invitations: BY_STOP,
  claims: BY_STOP,
  approvals: BY_STOP,
  calendarLinks: BY_STOP,
  calendars: BY_STOP,
  webhooks: BY_STOP,
  signIns: ended('Passkeys and linked accounts that were added since, if a sign-in is stopped.'),
  sessions: ended('All browsers are signed out, if a sign-in is stopped.'),
  decideLinks: OF_PERSON,
  receipts: kept('The address is of the workspace.'),
  videoLinks: OF_HOST,
  shortLinks: OF_WORKSPACE,
  embeds: NO_SITES,
  members: JOINED,
  imports: ONE_CALL,
};

/** The workspace is deleted. An owner can restore it for 14 days. */
const OF_DELETION: Rows = {
  apps: LOCKED_ROOM,
  keys: LOCKED_ROOM,
  seats: LOCKED_ROOM,
  identities: LOCKED_ROOM,
  invitations: LOCKED_ROOM,
  claims: LOCKED_ROOM,
  approvals: LOCKED_ROOM,
  calendarLinks: kept('It connects a calendar to the account.'),
  calendars: kept('It is of the account, and shows meetings of other workspaces.'),
  webhooks: ended('Nothing is sent from a deleted workspace.'),
  signIns: OF_ACCOUNT,
  sessions: kept('A member sees that it is deleted; an owner restores it.'),
  decideLinks: kept('Meetings go on until the day of the erasure, which cancels them.'),
  receipts: ended('Subscriptions end on the day of the erasure.'),
  videoLinks: kept('Meetings that are booked keep their place until the day of the erasure.'),
  shortLinks: kept('It leads to a page that takes no bookings, until the day of the erasure.'),
  embeds: kept('The page says that it takes no bookings, until the day of the erasure.'),
  members: kept('They stay members until the day of the erasure: an owner may restore it.'),
  imports: ONE_CALL,
};

/** What becomes of each way out at each ending. Answers, mails, pages and docs/keys-and-seats.md are made from it (docs/decisions/access.md#what-ends-with-access). */
export const WAYS_OUT_TABLE: Readonly<Record<Ending, Rows>> = {
  keyRevoked: OF_KEY,
  seatRevoked: OF_KEY,
  grantEnded: OF_KEY,
  memberRemoved: OF_FORMER_MEMBER,
  memberLeft: OF_FORMER_MEMBER,
  roleLowered: OF_LOWER_ROLE,
  takenOver: OF_TAKE_OVER,
  accessStopped: OF_STOP,
  workspaceDeleted: OF_DELETION,
};

export const fateOf = (ending: Ending, way: WayOut): Fate => WAYS_OUT_TABLE[ending][way].fate;

/** The ways that have this fate at an ending, in the order in which they end. */
export const waysWithFate = (ending: Ending, fate: Fate): WayOut[] =>
  WAYS_OUT.filter((way) => fateOf(ending, way) === fate);
