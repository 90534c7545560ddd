import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '../../../domain/time/civil.ts';
import type { Visit } from './visit.ts';

const LIFETIME_MS = 2 * HOUR_MS;

const mac = (key: Buffer, subject: string, expiry: string): string =>
  createHmac('sha256', key).update(`page-token/${expiry}/${subject}`).digest('base64url');

/**
 * The hidden field that proves that a form came from one of our pages. It signs the form's subject and its expiry.
 * @param subject the event's address, or the hash of a token from a mail
 */
export function signPageToken(key: Buffer, subject: string, nowMs: number): string {
  const expiry = Math.floor((nowMs + LIFETIME_MS) / 1000).toString(36);
  return `${expiry}.${mac(key, subject, expiry)}`;
}

/** True for a token that we signed for this subject less than two hours ago. */
export function verifyPageToken(key: Buffer, subject: string, token: string, nowMs: number): boolean {
  const [expiry = '', given = '', ...rest] = token.split('.');
  if (rest.length > 0 || !/^[0-9a-z]{1,9}$/.test(expiry)) return false;
  const expected = Buffer.from(mac(key, subject, expiry));
  const received = Buffer.from(given);
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return false;
  return Number.parseInt(expiry, 36) * 1000 > nowMs;
}

/** A page token signs the hash of a mail's token: the mail's token itself stays out of it. */
const subjectOf = (token: string): string => `token/${createHash('sha256').update(token).digest('hex')}`;

/** The hidden field of a form about the meeting behind a mail's token. */
export const pageTokenFor = (visit: Visit, token: string): string =>
  signPageToken(visit.kit.pageKey, subjectOf(token), visit.now);

/** True if the posted form is one of ours, about this meeting. */
export const hasPageToken = (visit: Visit, token: string): boolean =>
  verifyPageToken(visit.kit.pageKey, subjectOf(token), visit.field('pageToken'), visit.now);
