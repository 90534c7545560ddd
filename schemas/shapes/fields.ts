import { z } from 'zod';

/**
 * What is no part of one line of text: controls, separators of lines, direction overrides, invisible characters. The same as
 * UNSAFE in domain/untrusted-text.ts, which this folder may not import. Letters of right-to-left scripts and the joiners of
 * emoji and Persian are text.
 */
const UNSAFE = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060\\u2066-\\u2069\\ufeff';
/** The spaces that are safe. What follows them is no space, so that a match needs one pass only. */
const SPACES = ' \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';
const LINE_RULE: [RegExp, string] = [
  new RegExp(`^[^${UNSAFE}]*$`),
  'must be one line without control or invisible characters',
];
const NOT_BLANK_RULE: [RegExp, string] = [
  new RegExp(`^[${SPACES}]*[^\\s${UNSAFE}][^${UNSAFE}]*$`),
  'must be one line of text, not blank, without control or invisible characters',
];
const MULTI_LINE = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/;

const knownZones = new Set(Intl.supportedValuesOf('timeZone'));

/** IANA names as Intl knows them, links such as Asia/Calcutta included; offsets and empty names are not zones. */
const isTimezone = (name: string): boolean => {
  if (knownZones.has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/**
 * One line of people's text, not blank unless it may be empty: it is shown to others, in pages, mails and terminals, so nothing
 * in it may hide or turn what stands beside it (PostgreSQL refuses NUL; mail headers refuse CR and LF).
 */
export const line = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(...(min > 0 ? NOT_BLANK_RULE : LINE_RULE))
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode');

/** Several lines of people's text. */
export const lines = (max: number) =>
  z
    .string()
    .max(max)
    .regex(MULTI_LINE, 'must not contain control characters')
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode');

const FROM_2000_TO_2999 = /^2\d{3}-/;
const yearRule = [(text: string) => FROM_2000_TO_2999.test(text), 'must be a year from 2000 to 2999'] as const;

// What a format does not say is stated as a pattern, so that the published schemas promise no more than is accepted.

/** RFC 3339 date-time with Z or an offset, years 2000 to 2999. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 date-time with Z or an offset, such as 2026-11-23T09:00:00Z' })
  .refine(...yearRule)
  .meta({ pattern: FROM_2000_TO_2999.source });

/** YYYY-MM-DD, years 2000 to 2999. */
export const LocalDate = z.iso
  .date('must be a date such as 2026-11-23')
  .refine(...yearRule)
  .meta({ pattern: FROM_2000_TO_2999.source });

/** The addresses that mail providers hand out: letters, digits, `_`, `+`, `-`, `'` and dots before the at sign, then a domain. */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

export const Email = z
  .email({ pattern: EMAIL, error: 'must be an email address' })
  .max(254)
  // Format email says so too (RFC 5321): at most 64 before the at sign.
  .refine((address) => address.indexOf('@') <= 64, 'must be an email address, with at most 64 characters before the @')
  .meta({ pattern: EMAIL.source });

// Every zone is written so. Said shortly, because two dozen tools take one, and each agent reads all of them.
export const Timezone = line(1, 80)
  .refine(isTimezone, 'must be an IANA time zone such as Europe/Berlin')
  .meta({ pattern: '^[A-Za-z][\\w+/-]*$' });

/** The code of a mail. Whoever sends none hears where one comes from. */
export const SixDigits = z
  .string('must be text: six digits; POST …/otp (over MCP request_booking_code) mails them')
  .regex(/^[0-9]{6}$/, 'must be exactly six digits');

/** A part of a public link. Lenient on purpose: what no host has is a 404 that says so. */
export const LinkPart = line(1, 60);

/** The opaque tokens of mails and answers: 32 bytes, base64url. */
export const Token = line(1, 200);

export const Guests = z.array(Email).max(10);
export const IdempotencyKey = line(8, 128);
