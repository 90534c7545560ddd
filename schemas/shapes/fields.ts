import { z } from 'zod';
import { withoutHidden } from './hidden-characters.ts';
import { codeTyped, typedOtherwise } from './typed-otherwise.ts';
import { zoneAdvice, zoneSpelled } from './zone-names.ts';

/**
 * Not allowed in a line: controls, line separators, direction overrides, invisible characters. The same as UNSAFE in
 * domain/untrusted-text.ts, which this folder may not import. Letters of right-to-left scripts and the joiners of emoji
 * and Persian are allowed.
 */
const UNSAFE = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060\\u2066-\\u2069\\ufeff';
/** Allowed spaces. In the pattern a non-space follows them, so a match needs one pass. */
const SPACES = ' \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';
const LINE_RULE: [RegExp, string] = [
  new RegExp(`^[^${UNSAFE}]*$`),
  'must be one line without control or invisible characters',
];
const NOT_BLANK_RULE: [RegExp, string] = [
  new RegExp(`^[${SPACES}]*[^\\s${UNSAFE}][^${UNSAFE}]*$`),
  'must be one line of text, not blank, without control or invisible characters',
];
/** As in addresses (docs/decisions/mail.md#addresses): lenient readers decode it in any header. */
const ENCODED_WORD = '=\\?[^?]*\\?[^?]*\\?[^?]*\\?=';
const SUBJECT_PATTERN = `^(?!.*${ENCODED_WORD})${NOT_BLANK_RULE[0].source.slice(1)}`;
/** The patterns of `line`. They are long, and a refusal says the same in words. */
export const LINE_PATTERNS: ReadonlySet<unknown> = new Set([
  LINE_RULE[0].source,
  NOT_BLANK_RULE[0].source,
  SUBJECT_PATTERN,
]);
const MULTI_LINE = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/;

/**
 * One line of people's text, not blank if `min` is more than 0. Others see it in pages, mails and terminals, so nothing
 * in it may hide or reorder the text around it (PostgreSQL refuses NUL; mail headers refuse CR and LF). Characters that a model reads and
 * a person does not are left out.
 */
export const line = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(...(min > 0 ? NOT_BLANK_RULE : LINE_RULE))
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
    .overwrite(withoutHidden)
    .refine((text) => min === 0 || text.trim() !== '', NOT_BLANK_RULE[1]);

/** A line that becomes a mail's subject. */
export const subjectLine = (max: number) =>
  line(1, max)
    .refine(
      (text) => !new RegExp(ENCODED_WORD).test(text),
      'must not hold an encoded word (=?…?…?…?=): write it as it reads',
    )
    .meta({ pattern: SUBJECT_PATTERN });

/** Several lines of people's text. */
export const lines = (max: number) =>
  z
    .string()
    .max(max)
    .regex(MULTI_LINE, 'must not contain control characters')
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
    .overwrite(withoutHidden);

const FROM_2000_TO_2999 = /^2\d{3}-/;
const yearRule = [(text: string) => FROM_2000_TO_2999.test(text), 'must be a year from 2000 to 2999'] as const;

/** Days that there are, of 2000 to 2999: the 29th of February only in leap years. */
const REAL_DATE = String.raw`(?:(?:2\d(?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29|2\d{3}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))`;
const HOUR_AND_MINUTE = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
const ZONE = `(?:Z|[+-]${HOUR_AND_MINUTE})`;
/** Of an instant, and of one or of a local time: exactly what is taken, so that nobody is refused what the pattern allows. */
export const INSTANT_PATTERN = String.raw`^${REAL_DATE}T${HOUR_AND_MINUTE}(?::[0-5]\d(?:\.\d+)?)?${ZONE}$`;
export const WHEN_PATTERN = String.raw`^${REAL_DATE}T${HOUR_AND_MINUTE}(?::[0-5]\d(?:\.\d{1,9})?)?${ZONE}?$`;

// A rule beyond the format is also a pattern: published schemas must not promise more than is accepted.

/** `2026-11-23T09:00Z` with seconds, as RFC 3339 writes it. Other text stays. */
export const withSeconds = (text: string): string =>
  text.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?=Z$|[+-]\d{2}:\d{2}$)/, '$1:00');

const instantWith = (ofADate: string) =>
  z
    .string('must be an ISO 8601 date-time with Z or an offset, such as 2026-11-23T09:00:00Z')
    .overwrite(withSeconds)
    .check(
      z.iso.datetime({
        offset: true,
        error: ({ input }) =>
          z.regexes.date.test(String(input))
            ? ofADate
            : 'must be an ISO 8601 date-time with Z or an offset, such as 2026-11-23T09:00:00Z',
      }),
    )
    .refine(...yearRule)
    .meta({ pattern: INSTANT_PATTERN });

/** RFC 3339 date-time with Z or an offset, years 2000 to 2999. Seconds may be left out. */
export const Instant = instantWith('is a date without a time: add T00:00:00Z');

/** The start of a slot, where no key is needed. A date alone is never completed with midnight: hardly any slot begins then. */
export const SlotInstant = instantWith(
  'is a date without a time: add the time of a slot. Send startUtc as the slots call lists it: GET …/slots (over MCP get_availability)',
);

/** The start of a booking as the host saw it. */
export const SeenStart = instantWith(
  'is a date without a time: add the time of the start that you saw, as the booking says it in startAt (get_meeting)',
);

/** YYYY-MM-DD, years 2000 to 2999. */
export const LocalDate = z.iso
  .date('must be a date such as 2026-11-23')
  .refine(...yearRule)
  .meta({ pattern: FROM_2000_TO_2999.source });

/** Not an encoded word (=?charset?q?text?=): lenient readers of headers decode it (docs/decisions/mail.md#addresses). */
const NO_ENCODED_WORD = '(?![^@]*=\\?[^?@]*\\?[^?@]*\\?[^?@]*\\?=)';
/** RFC 5322, atext. */
const ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** A quoted local part may also have spaces, and dots anywhere. Not what separates addresses in a header: , ; : < > ( ) @ " \ */
const QUOTED = '"[A-Za-z0-9!#$%&\'*+/=?^_`{|}~. -]{1,62}"';
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const TOP_LABEL = '[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9]';
/** An address as RFC 5322 and 5321 write it, with a domain name in ASCII: `xn--` where it is international. */
const EMAIL = new RegExp(`^${NO_ENCODED_WORD}(?:${ATEXT}(?:\\.${ATEXT})*|${QUOTED})@(?:${LABEL}\\.)+(?:${TOP_LABEL})$`);

const LONGEST_EMAIL = 254;

/** False where a label that begins with `xn--` stands for no text: no such name can be registered. */
const isReadable = (address: string): boolean => {
  // Refused for its length, which zod goes on after. Reading the name would take seconds: it is normalized, mark by mark.
  if (address.length > LONGEST_EMAIL) return true;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return !/xn--/i.test(domain) || URL.canParse(`http://${domain}`);
};

const NOT_ASCII = /[^ -~]/;
const wrongEmail = (input: unknown): string =>
  typeof input === 'string' && NOT_ASCII.test(input)
    ? 'must be an email address in ASCII; an international domain is written xn--…'
    : 'must be an email address';

export const Email = z
  .email({ pattern: EMAIL, error: ({ input }) => wrongEmail(input) })
  .max(LONGEST_EMAIL)
  // As format email requires (RFC 5321): at most 64 before the @.
  .refine((address) => address.indexOf('@') <= 64, 'must be an email address, with at most 64 characters before the @')
  .refine(isReadable, 'must be an email address; its domain has a label that begins with xn-- and stands for no text')
  .meta({ pattern: EMAIL.source });

// Answers have the name as the tz database spells it. The pattern fits every zone. It is short, because agents read it in two dozen tools.
export const Timezone = line(1, 80)
  .superRefine((name, context) => {
    if (zoneSpelled(name) !== undefined) return;
    const { message, didYouMean } = zoneAdvice(name);
    context.addIssue({ code: 'custom', message, params: { didYouMean } });
  })
  .overwrite((name) => zoneSpelled(name) ?? name)
  .meta({ pattern: '^[A-Za-z][\\w+/-]*$' });

/** The code from a mail. If it is missing, the message says how to get one. */
export const SixDigits = z
  .string('must be text: six digits; POST …/otp (over MCP request_booking_code) mails them')
  .regex(/^[0-9]{6}$/, 'must be exactly six digits');
SixDigits.register(typedOtherwise, { read: codeTyped });

/** A part of a public link. Lenient on purpose: an unknown part gets a clear 404. */
export const LinkPart = line(1, 60);

/** A part of a public link, as its owner chooses it. */
export const Slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a–z, 0–9, and single hyphens between them');

/** The opaque tokens of mails and answers: 32 bytes, base64url. */
export const Token = line(1, 200);

export const Guests = z.array(Email).max(10);
export const IdempotencyKey = line(8, 128);

export const IgnoredNotice = z.string().optional().describe('Which answers are ignored: no question asks for them.');
