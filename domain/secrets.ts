import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import canonicalize from 'canonicalize';
import { letterCodeOf } from './access/letter-code.ts';
import type { MailedCodePurpose } from './accounts/mailed-code.ts';

/** One key per purpose, derived from the one secret of the installation: no two uses share a key. */
export interface Secrets {
  readonly code: Buffer;
  readonly manage: Buffer;
  readonly decide: Buffer;
  readonly confirm: Buffer;
  readonly page: Buffer;
  readonly csrf: Buffer;
  readonly signIn: Buffer;
  /** Of codes for anything but a booking. */
  readonly mailedCode: Buffer;
  /** Of links by which a person decides on an agent's claim. */
  readonly nativeClaim: Buffer;
  readonly invitation: Buffer;
  readonly client: Buffer;
  /** Of tokens in mails to people who have proved nothing, and of hashes of their addresses. */
  readonly recipient: Buffer;
  /** Of channels by which calendar providers notify us. */
  readonly channel: Buffer;
  /** Of the links that stop new access. */
  readonly stopAccess: Buffer;
  /** Of the links by which a workspace is claimed. */
  readonly workspaceClaim: Buffer;
  /** Seals calendar tokens, unless the installation has keys of its own for them. */
  readonly calendarTokens: Buffer;
  /** Of the links by which a person stops an agent. */
  readonly stopAgent: Buffer;
  /** Of the keys that sign intent tokens of agents: one for each month (domain/identity/intent-keys.ts). */
  readonly agentIntent: Buffer;
  /** Of the keys that sign access tokens of connected apps: one for each month (domain/oauth/token-keys.ts). */
  readonly oauthTokens: Buffer;
  /** Signs the cookies of authorization requests. */
  readonly oauthCookies: Buffer;
  /** Of the links that make a new address a person's. */
  readonly addressLink: Buffer;
  /** Of the links that take a new address back. */
  readonly addressUndo: Buffer;
  /** Says nothing of the others: processes compare it to find that they have different keys. */
  readonly mark: Buffer;
}

const derive = (secretKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, new Uint8Array(), `holdfast/${purpose}`, 32));

/** @param secretKey at least 32 random bytes, from `SECRET_KEY`. */
export const deriveSecrets = (secretKey: Uint8Array): Secrets => ({
  code: derive(secretKey, 'code'),
  manage: derive(secretKey, 'manage'),
  decide: derive(secretKey, 'decide'),
  confirm: derive(secretKey, 'confirm'),
  page: derive(secretKey, 'page'),
  csrf: derive(secretKey, 'csrf'),
  signIn: derive(secretKey, 'sign-in'),
  mailedCode: derive(secretKey, 'mailed-code'),
  nativeClaim: derive(secretKey, 'native-claim'),
  invitation: derive(secretKey, 'invitation'),
  client: derive(secretKey, 'client'),
  recipient: derive(secretKey, 'recipient'),
  channel: derive(secretKey, 'channel'),
  stopAccess: derive(secretKey, 'stop-access'),
  workspaceClaim: derive(secretKey, 'workspace-claim'),
  calendarTokens: derive(secretKey, 'calendar-tokens'),
  stopAgent: derive(secretKey, 'stop-agent'),
  agentIntent: derive(secretKey, 'agent-intent'),
  oauthTokens: derive(secretKey, 'oauth-tokens'),
  oauthCookies: derive(secretKey, 'oauth-cookies'),
  addressLink: derive(secretKey, 'address-link'),
  addressUndo: derive(secretKey, 'address-undo'),
  mark: derive(secretKey, 'mark'),
});

/** Of the key that a process has, to compare with that of another one. */
export const markOf = ({ mark }: Pick<Secrets, 'mark'>): string => mark.toString('hex').slice(0, 16);

const mac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const sixDigits = (bytes: Buffer): string => String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');

/** The six digits of one issue of a challenge. Derived where they are needed: never stored or passed on. */
export const bookingCode = (secrets: Secrets, challengeId: string, issueNo: number): string =>
  sixDigits(mac(secrets.code, `${challengeId}/${issueNo}`));

/**
 * One issue of a code for something else; the same id has another for each purpose. Eight letters if it mints a key, because a guess would give
 * an owner's key away (docs/decisions/identity.md#codes-with-letters); else six digits.
 */
export function mailedCode(secrets: Secrets, purpose: MailedCodePurpose, id: string, issueNo: number): string {
  const bytes = mac(secrets.mailedCode, `${purpose}/${id}/${issueNo}`);
  return purpose === 'native_sign_in' ? letterCodeOf(bytes) : sixDigits(bytes);
}

/** Compares in constant time. Lengths are in bytes: a non-ASCII letter has several. */
export const sameCode = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** The token of a guest's mail: view, reschedule, cancel. 43 characters. */
export const manageToken = (secrets: Secrets, bookingId: string): string =>
  mac(secrets.manage, bookingId).toString('base64url');

/**
 * The token of a host's mail: approve or decline. 43 characters.
 * @param subject the booking's id; after a change of host, `{bookingId}/{hostId}`, which ends the former host's link
 */
export const decideToken = (secrets: Secrets, subject: string): string =>
  mac(secrets.decide, subject).toString('base64url');

/** The token of a confirmUrl: for this challenge and exactly this request. 43 characters. */
export const confirmToken = (secrets: Secrets, challengeId: string, requestHash: Buffer): string =>
  mac(secrets.confirm, `${challengeId}/${requestHash.toString('hex')}`).toString('base64url');

/** Our own pages send this with each write, so that no other site can use the session's cookie. 43 characters. */
export const csrfToken = (secrets: Secrets, sessionId: string): string =>
  mac(secrets.csrf, sessionId).toString('base64url');

/** The token of a sign-in link. Derived where it is mailed, so that neither row nor flow has it. 43 characters. */
export const signInToken = (secrets: Secrets, linkId: string): string =>
  mac(secrets.signIn, linkId).toString('base64url');

/** The token of the mail by which a person decides on an agent's claim. Derived where it is mailed. 43 characters. */
export const nativeClaimToken = (secrets: Secrets, claimId: string): string =>
  mac(secrets.nativeClaim, claimId).toString('base64url');

/** The token of an invitation's mail. Derived where it is mailed, so that neither row nor flow has it. 43 characters. */
export const invitationToken = (secrets: Secrets, invitationId: string): string =>
  mac(secrets.invitation, invitationId).toString('base64url');

/** What a calendar provider sends with each push of a channel: the channel's id and its proof. Never stored. 80 characters. */
export const channelSecret = (secrets: Secrets, channelId: string): string =>
  `${channelId}.${mac(secrets.channel, channelId).toString('base64url')}`;

/** The channel that a secret is of; null: it is not one of ours. */
export function channelOfSecret(secrets: Secrets, given: string): string | null {
  // Before any hashing: a stranger may send thousands of wrong ones at once.
  if (!CHANNEL_SECRET.test(given)) return null;
  const channelId = given.slice(0, UUID_LENGTH);
  return sameCode(given, channelSecret(secrets, channelId)) ? channelId : null;
}

/**
 * A link's token that says what it is of: a row's id and its proof. Nothing is stored, so rows need no hash. 64 characters.
 * @param key one of `Secrets`, of this use alone
 */
export function signedId(key: Buffer, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, mac(key, id)]).toString('base64url');
}

/** The id in a token of `signedId`; null: it is none of this key. */
export function readSignedId(key: Buffer, token: string): string | null {
  if (!SIGNED_ID.test(token)) return null;
  const hex = Buffer.from(token, 'base64url').subarray(0, 16).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return sameCode(token, signedId(key, id)) ? id : null;
}

const SIGNED_ID = /^[\w-]{64}$/;
const UUID_LENGTH = 36;
const CHANNEL_SECRET = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{43}$/;

/**
 * The hash by which a client that has proved an inbox is known again.
 * @param inbox the folded address
 * @param client a network or a browser
 */
export const clientHash = (secrets: Secrets, inbox: string, client: string): Buffer =>
  mac(secrets.client, `${inbox} ${client}`);

/** The hash of a client's network in base64url, for rows that need no address: beside a booking, which is kept for longer than one may be, or in a count. */
export const networkHash = (secrets: Secrets, network: string): string =>
  mac(secrets.client, network).subarray(0, 16).toString('base64url');

/** The hash that the database keeps. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The same request has the same hash, in any order of its keys (RFC 8785). */
export const requestHash = (request: object): Buffer =>
  createHash('sha256')
    .update(canonicalize(request) ?? '')
    .digest();
