import type { AgentScope, Role } from '../../schemas/shapes/access.ts';
import type { WayOut } from '../../schemas/shapes/ways-out.ts';

/** What a scope allows, as the person reads it in mails and on pages. */
export const scopeWords: Readonly<Record<AgentScope, string>> = {
  'agent.identity.read': 'see what you allowed',
  'agent.identity.revoke': 'end what you allowed',
  'agent.user.signup': 'make an account for you, if you have none',
  'agent.workspace.create': 'make workspaces that you own',
  'agent.workspace.invite': 'invite people in your name to workspaces that you own or administer',
  'agent.billing.checkout': 'prepare payments, which a person then makes',
  'agent.booking.read': 'read your meetings, and everybody’s if you are owner, admin or manager of its workspace',
  'agent.booking.write':
    'book, move and cancel meetings in your name, and everybody’s if you are owner, admin or manager of its workspace',
  'agent.calendar.connect': 'make links by which you connect a calendar',
};

const KEYS_AND_SEATS = 'make and revoke keys and agent seats';
const OF_MANAGERS = [
  'see, book, move and cancel everybody’s meetings, and read what guests wrote',
  'make, change and archive event types',
  'change everybody’s hours',
  'manage teams',
] as const;
const OF_ADMINS = [
  ...OF_MANAGERS,
  'invite and remove people',
  KEYS_AND_SEATS,
  'choose a plan, and prepare payments',
  'send what happens here to any address (webhooks), with guests’ names and answers',
] as const;

/** What a role allows in a workspace, as a person reads it in mails and on pages: one line of a list each. */
export const rolePowers: Readonly<Record<Role, readonly string[]>> = {
  owner: OF_ADMINS,
  admin: OF_ADMINS,
  manager: OF_MANAGERS,
  member: [
    'see, book, move and cancel your meetings, and read what your guests wrote',
    'make, change and archive event types of your own',
    'change your hours',
  ],
  billing_only: ['see the plan and the invoices', 'choose a plan, and prepare payments'],
};

/** Powers that do not follow from a role alone. */
export const powerWords = {
  keysAndSeats: KEYS_AND_SEATS,
  /** Connected apps make no keys and seats (docs/decisions/access.md#what-ends-with-access). */
  keysAndSeatsOfApps: 'revoke keys and agent seats',
  reading: 'see what you see in the workspace: meetings with what guests wrote, event types, hours, people',
  /** What a seat with the role manager or member cannot do. */
  seatLimits: 'It invites nobody, makes no keys and pays nothing.',
};

/** What a person reads for each way out. */
export const wayOutNames: Readonly<Record<WayOut, string>> = {
  apps: 'connected apps',
  keys: 'keys',
  seats: 'agent seats',
  identities: 'identities by which it acts for people',
  invitations: 'open invitations',
  claims: 'requests to take over the workspace',
  approvals: 'approvals of devices and agents without a key',
  calendarLinks: 'links that connect a calendar',
  webhooks: 'webhooks',
  signIns: 'passkeys and linked accounts',
  sessions: 'sessions',
  decideLinks: 'links to decide on requests',
  receipts: 'address for receipts',
  videoLinks: 'video links',
  shortLinks: 'short links',
  embeds: 'embedded pages',
  members: 'members',
  imports: 'imports',
  calendars: 'calendars',
};

/** Sentences about ways out. */
export const wayOutWords = {
  more: (count: number) => `${count} more`,
  withKey: (ways: string) => `What it made or set ends with it: ${ways}.`,
  withSignIn: (ways: string) => `What was made or set in your name since then ends, too: ${ways}.`,
};
