/** Forty operations for both MCP servers of the bench: shapes of a real catalogue, one handler. */
import { z } from 'zod';
import type { HandlersOf } from '../../api/core/endpoints.ts';
import { defineArea, type Operation } from '../../schemas/operation.ts';
import {
  Email,
  Guests,
  IdempotencyKey,
  Instant,
  LinkPart,
  LocalDate,
  line,
  Timezone,
} from '../../schemas/shapes/fields.ts';
import { BookingSummary, Slot } from '../../schemas/shapes/public-calendar.ts';

const COUNT = 40;
const base = {
  surface: 'public',
  auth: 'none',
  errors: ['request.invalid', 'rate.limited'],
  rateClass: 'publicRead',
} as const;

const Address = z.object({
  workspace: LinkPart.describe('Workspace slug, the first part of the public link.'),
  username: LinkPart.describe('Host username, the second part of the public link.'),
});

const reading = (nth: number): Operation => ({
  ...base,
  title: `Read number ${nth}`,
  summary: 'Reads the open times of one event, in the zone of whoever asks, with the rules that stand behind them.',
  method: 'GET',
  path: `/{workspace}/{username}/read-${nth}`,
  effect: 'read',
  tool: `read_number_${nth}`,
  input: Address.extend({
    timezone: Timezone.optional().describe('An IANA zone.'),
    limit: z.int().min(1).max(500).optional().describe('At most so many.'),
    fromDate: LocalDate.optional().describe('First date.'),
    toDate: LocalDate.optional().describe('Last date, inclusive.'),
  }),
  output: z.object({ calendar: Address, limit: z.int(), slots: z.array(Slot) }),
});

const writing = (nth: number): Operation => ({
  ...base,
  title: `Write number ${nth}`,
  summary: 'Books a time for a guest and invites others. The same key and request answer the same booking.',
  method: 'POST',
  path: `/{workspace}/{username}/write-${nth}`,
  effect: 'write',
  tool: `write_number_${nth}`,
  input: Address.extend({
    startAt: Instant.describe('An open start.'),
    invitee: z.object({ email: Email, name: line(1, 120).optional(), timezone: Timezone }),
    customFields: z.record(z.string(), z.unknown()).optional().describe('Answers by key.'),
    guests: Guests.optional().describe('More people.'),
    idempotencyKey: IdempotencyKey.optional(),
  }),
  output: z.object({ booking: BookingSummary, message: z.string() }),
});

const operations: Record<string, Operation> = Object.fromEntries(
  Array.from({ length: COUNT }, (_, nth) => [`operation${nth}`, nth % 2 === 0 ? reading(nth) : writing(nth)]),
);

export const catalogue = { bench: defineArea(operations) };

/** The timed call and its answer. */
export const CALL = {
  tool: 'read_number_0',
  arguments: { workspace: 'acme', username: 'ada', timezone: 'Europe/Berlin', limit: 10 },
};

const bookerLocal = {
  timezone: 'Europe/Berlin',
  dateLocal: '2026-11-23',
  dayOfWeek: 'Monday',
  startLocal: '09:00',
  endLocal: '09:30',
  display: 'Mon, 23 Nov 2026, 09:00 – 09:30 (Europe/Berlin)',
};
const slot = { startUtc: '2026-11-23T08:00:00.000Z', endUtc: '2026-11-23T08:30:00.000Z', bookerLocal };

/** The answer of every read: ten slots. */
export const readAnswer = async (input: {
  readonly workspace: string;
  readonly username: string;
  readonly limit?: number | undefined;
}) => ({
  calendar: { workspace: input.workspace, username: input.username },
  limit: input.limit ?? 100,
  slots: Array.from({ length: 10 }, () => slot),
});

const handlers = Object.fromEntries(
  Object.keys(operations).map((name) => [name, (_context: unknown, input: unknown) => readAnswer(input as never)]),
);

export const catalogueHandlers = { bench: handlers } as unknown as HandlersOf<typeof catalogue>;
