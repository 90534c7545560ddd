import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { HOUR_MS } from '../../../domain/time/civil.ts';

const LIFETIME_MS = 2 * HOUR_MS;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Change it with the shape of the sealed value: older pages then ask the guest to start again instead of failing. */
const VERSION = 3;

const sealingKey = (pageKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', pageKey, new Uint8Array(), 'holdfast/page-state', 32));

interface Sealed<T> {
  readonly untilMs: number;
  readonly value: T;
}

/**
 * Packs a guest's progress into a text for the address of the next step. Reload, back, and a phone that drops the tab while the
 * mail is read then lead to the same page. Encrypted (AES-256-GCM): a browser's history holds no email address and no token in
 * plain text. Valid for the given subject and for two hours.
 */
export function seal<T>(pageKey: Buffer, subject: string, value: T, nowMs: number): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(pageKey), iv).setAAD(Buffer.from(`${VERSION}/${subject}`));
  const sealed: Sealed<T> = { untilMs: nowMs + LIFETIME_MS, value };
  const body = Buffer.concat([cipher.update(deflateRawSync(JSON.stringify(sealed))), cipher.final()]);
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
}

/** The sealed value; null if we did not seal the text, if it is for another subject, or after two hours. */
export function unseal<T>(pageKey: Buffer, subject: string, text: string, nowMs: number): T | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(pageKey), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(`${VERSION}/${subject}`))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const body = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    const { untilMs, value } = JSON.parse(inflateRawSync(body).toString()) as Sealed<T>;
    return untilMs > nowMs ? value : null;
  } catch {
    return null;
  }
}
