import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { contract } from '../../../../schemas/contract.ts';
import type { Operation } from '../../../../schemas/operation.ts';

/** The operations that take the start of a slot: `startAt` without an end. A period's bounds have their own rules. */
const operations = Object.values(contract).flatMap((area) => Object.entries<Operation>(area));
const takesStart = ({ input }: Operation): boolean =>
  'shape' in input && Object.hasOwn(input.shape, 'startAt') && !Object.hasOwn(input.shape, 'endAt');
const ofStarts = operations.filter(([, operation]) => takesStart(operation));

const messageFor = ({ input }: Operation, startAt: string): string => {
  const issues = (input as z.ZodType).safeParse({ startAt }).error?.issues ?? [];
  return issues.find(({ path }) => path.join('.') === 'startAt')?.message ?? '';
};

it('finds them', () => {
  const ids = ofStarts.map(([id]) => id);
  expect(ids).toEqual(
    expect.arrayContaining([
      'requestCode',
      'requestConfirmLink',
      'book',
      'rescheduleAsGuest',
      'rescheduleEventAsGuest',
      'createBooking',
      'rescheduleBooking',
      'approveBooking',
      'explainSlot',
    ]),
  );
});

describe.each(ofStarts)('startAt of %s', (_id, operation) => {
  it('of a date alone asks for a time, and does not offer midnight', () => {
    const message = messageFor(operation, '2026-12-07');
    expect(message).toContain('is a date without a time: add the time of');
    expect(message).not.toContain('00:00');
  });

  it('of a date alone says where starts are listed', () => {
    const wanted = operation.surface === 'public' ? /slots call.*get_availability/ : /propose_slots|get_meeting|saw/;
    expect(messageFor(operation, '2026-12-07')).toMatch(wanted);
  });

  it('of other text says how a time is written', () => {
    expect(messageFor(operation, '2026-12-07 09:00')).toContain('such as 2026-11-23T09:00:00Z');
  });
});
