import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '../../../domain/time/civil.ts';
import type { Visit } from './visit.ts';

const LIFETIME_MS = 2 * HOUR_MS;

const mac = (key: Buffer, subject: string, expiry: string): string =>
  createHmac('sha256', key).update(`page-token/${expiry}/${subject}`).digest('base64url');

/**
 * The hidden field that shows that a form came from one of our pages: what it is about and when it ends, signed.
 * @param subject the event's address, or the hash of a token from a mail
 */
export function signPageToken(key: Buffer, subject: string, nowMs: number): string {
  const expiry = Math.floor((nowMs + LIFETIME_MS) / 1000).toString(36);
  return `${expiry}.${mac(key, subject, expiry)}`;
}

/** True for a token of ours, for this very subject, for two hours. */
export function verifyPageToken(key: Buffer, subject: string, token: string, nowMs: number): boolean {
  const [expiry = '', given = '', ...rest] = token.split('.');
  if (rest.length > 0 || !/^[0-9a-z]{1,9}$/.test(expiry)) return false;
  const expected = Buffer.from(mac(key, subject, expiry));
  const received = Buffer.from(given);
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return false;
  return Number.parseInt(expiry, 36) * 1000 > nowMs;
}

/** Page tokens are bound to a mail's token by its hash: the token itself stays in one place. */
const subjectOf = (token: string): string => `token/${createHash('sha256').update(token).digest('hex')}`;

/** The hidden field of a form about the meeting behind a mail's token. */
export const pageTokenFor = (visit: Visit, token: string): string =>
  signPageToken(visit.kit.pageKey, subjectOf(token), visit.now);

/** True where the form that was sent is one of ours, about this very meeting. */
export const hasPageToken = (visit: Visit, token: string): boolean =>
  verifyPageToken(visit.kit.pageKey, subjectOf(token), visit.field('pageToken'), visit.now);
