import { apiKeys } from '../../../schemas/operations/access/api-keys.ts';
import { eventTypes } from '../../../schemas/operations/event-types.ts';
import { codeFor } from '../factories/meeting.ts';
import type { Stack } from '../stack/stack.ts';
import { callHost } from './host-calls.ts';
import { PageClient } from './page-client.ts';
import { askLink, followLink, mailedLink, newPersonEmail } from './sign-in.ts';
import { type Caller, outputOf } from './surfaces.ts';

type Headers = Readonly<Record<string, string>>;

export interface Address {
  readonly workspace: string;
  readonly username: string;
  readonly eventSlug: string;
}

/** A person who signed up by mail: a workspace on trial with all its default caps. Made over HTTP only, as anyone can. */
export interface FreeAccount {
  readonly email: string;
  readonly userId: string;
  readonly workspace: string;
  readonly username: string;
  readonly browser: PageClient;
  /** Of the session, as our pages send them. */
  readonly session: Headers;
}

/** An account with a key that its person made. */
export interface KeyedAccount extends FreeAccount {
  readonly key: Headers;
  readonly keyId: string;
}

let networks = 0;

/** A client's address in a /24 that no other client of this process has. */
export const newClient = (): string => {
  networks += 1;
  return `20.${Math.floor(networks / 250)}.${networks % 250}.7`;
};

/** Signs a new person up by the mailed link. */
export async function signUp(stack: Stack, email = newPersonEmail()): Promise<FreeAccount> {
  const ip = newClient();
  const browser = new PageClient(stack.appUrl, ip);
  await askLink(browser, email);
  await followLink(browser, await mailedLink(stack, email));
  const csrfToken = /data-csrf-token="([^"]+)"/.exec((await browser.open('/')).html)?.[1] ?? '';
  const { user, workspaces } = JSON.parse((await browser.open('/api/v1/me/workspaces')).html);
  const [{ id, slug, username }] = workspaces;
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const session = { cookie, 'x-csrf-token': csrfToken, 'x-workspace-id': id, 'x-forwarded-for': ip };
  return { email, userId: user.id, workspace: slug, username, browser, session };
}

/** Signs a new person up, who makes a key. */
export async function signUpWithKey(stack: Stack): Promise<KeyedAccount> {
  const account = await signUp(stack);
  const made = await callHost(stack.appUrl, apiKeys.createApiKey, { name: 'Agent' }, account.session);
  const { apiKey, id } = made.json();
  return { ...account, key: { authorization: `Bearer ${String(apiKey)}` }, keyId: String(id) };
}

export interface MadeEvent {
  readonly id: string;
  readonly address: Address;
}

/** Makes an event of the account. Default: 30 minutes by phone, with codes. */
export async function makeEvent(
  stack: Stack,
  { workspace, username, key }: KeyedAccount,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<MadeEvent> {
  const input = {
    name: 'Call',
    durationMinutes: 30,
    locationType: 'phone',
    locationDetail: 'Call me',
    maxFutureDays: 60,
    ...settings,
  };
  const answer = await callHost(stack.appUrl, eventTypes.createEventType, input, key);
  if (answer.status !== 200) throw new Error(answer.text);
  const { id, slug } = answer.json().eventType as { id: string; slug: string };
  return { id, address: { workspace, username, eventSlug: slug } };
}

/** Open starts of an event, as guests see them. */
export async function startsOf({ call }: Caller, address: Address): Promise<string[]> {
  const { slots } = outputOf(await call('listSlots', { ...address, limit: 500 }, newClient()));
  return slots.map(({ startUtc }) => startUtc);
}

/** A guest requests a code, reads it from the mail and books. @returns the first refusal, or the booking */
export async function bookByCode(
  stack: Stack,
  { call }: Caller,
  address: Address,
  guest: {
    readonly email: string;
    readonly startAt: string | undefined;
    readonly from: string;
    readonly name?: string;
    readonly agentEmail?: string;
    readonly guests?: readonly string[];
  },
) {
  const { email, startAt, from, name, agentEmail, guests } = guest;
  const agent = agentEmail === undefined ? {} : { agentEmail };
  const asked = await call('requestCode', { ...address, email, ...agent }, from);
  if (!asked.ok) return asked;
  const invitee = { email, timezone: 'UTC', ...(name === undefined ? {} : { name }) };
  const code = await codeFor(stack, asked.output.codeSentTo);
  const more = { ...agent, ...(guests === undefined ? {} : { guests }) };
  return call('book', { ...address, startAt, code, invitee, ...more }, from);
}
