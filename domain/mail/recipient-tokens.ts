import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../secrets.ts';
import { foldedAddress } from './folded-address.ts';

const HALF = 16;

const mac = (key: Buffer, ...parts: readonly (string | Buffer)[]): Buffer => {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest().subarray(0, HALF);
};

/** The keyed hash under which an inbox is kept, 16 bytes: a list of hashes is no list of addresses. */
export const addressHash = (secrets: Secrets, address: string): Buffer =>
  mac(secrets.recipient, 'address/', foldedAddress(address));

/** Some bytes and their signature: nothing is stored for a token, and no other bytes pass. Of 16 bytes: 43 characters. */
const sign = (secrets: Secrets, purpose: string, subject: Buffer): string =>
  Buffer.concat([subject, mac(secrets.recipient, purpose, subject)]).toString('base64url');

function verify(secrets: Secrets, purpose: string, token: string, length = HALF): Buffer | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== length + HALF) return null;
  const subject = bytes.subarray(0, length);
  return timingSafeEqual(bytes.subarray(length), mac(secrets.recipient, purpose, subject)) ? subject : null;
}

/** Not `refusal/`: stored mails of test bookings show such tokens to people who have not the inbox, so these no longer count (docs/decisions/mail.md#text-for-strangers). */
const REFUSAL = 'refusal of a real mail/';

/** The token of "no more mails", in each mail to somebody who has proved nothing. The same for every mail to one inbox. */
export const refusalToken = (secrets: Secrets, address: string): string =>
  sign(secrets, REFUSAL, addressHash(secrets, address));

/** The hash of the inbox that a token is for; null: not ours. */
export const readRefusalToken = (secrets: Secrets, token: string): Buffer | null => verify(secrets, REFUSAL, token);

const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOfBytes = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const REMINDERS = 'reminders/';

/** The token of "no more reminders": of one inbox and one workspace, the same in each mail. 64 characters. */
export const remindersToken = (secrets: Secrets, workspaceId: string, address: string): string =>
  sign(secrets, REMINDERS, Buffer.concat([bytesOfId(workspaceId), addressHash(secrets, address)]));

/** Whose reminders a token stops, and the hash of the inbox; null: not ours. */
export function readRemindersToken(
  secrets: Secrets,
  token: string,
): { readonly workspaceId: string; readonly addressHash: Buffer } | null {
  const subject = verify(secrets, REMINDERS, token, 2 * HALF);
  return subject && { workspaceId: idOfBytes(subject.subarray(0, HALF)), addressHash: subject.subarray(HALF) };
}

/** The token of a further guest's mail: shows where the meeting is. */
export const invitedToken = (secrets: Secrets, bookingId: string): string =>
  sign(secrets, 'invited/', bytesOfId(bookingId));

/** The booking of a further guest's token; null: not ours. */
export function readInvitedToken(secrets: Secrets, token: string): string | null {
  const id = verify(secrets, 'invited/', token);
  return id && idOfBytes(id);
}
