import { describe, expect, it } from 'vitest';
import { type OperationName, refusalOf, type Surface } from '../../support/drivers/surfaces.ts';
import { shareUntouchedStack } from '../../support/stack/untouched-stack.ts';

const its = shareUntouchedStack();
const { good, rest, mcp } = its;

/** Sets a value at a dotted path. */
const broken = (input: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> => {
  const [head = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : broken(input[head] as Record<string, unknown>, rest.join('.'), value);
  return { ...input, [head]: inner };
};

const long = (length: number) => 'x'.repeat(length);
const longEmail = (length: number) => `${`${long(60)}@${`${long(50)}.`.repeat(5)}`.slice(0, length - 5)}.test`;
const eleven = Array.from({ length: 11 }, (_, n) => `extra-${n}@guest.test`);

/** Both surfaces by default. `query`: the value means the same as text in a URL. */
const cases: readonly [OperationName, string, string, unknown, Surface[]?][] = [
  ['listEventTypes', 'workspace', 'a part of the link that is too long', long(61)],
  ['listEventTypes', 'username', 'a control character', 'ad\na'],
  ['listSlots', 'eventSlug', 'NUL', 'a\u0000b'],
  ['listSlots', 'timezone', 'no zone', 'Mars/Olympus'],
  ['listSlots', 'timezone', 'an offset', '+02:00'],
  ['listSlots', 'timezone', 'more than 80 characters', `Europe/${long(80)}`],
  ['listSlots', 'limit', 'zero', 0],
  ['listSlots', 'limit', 'a fraction', 2.5],
  ['listSlots', 'limit', 'text', 'many'],
  ['listSlots', 'limit', 'beyond all integers', 1e300],
  ['listSlots', 'from', 'a date that is none', '2026-02-30T00:00:00Z'],
  ['listSlots', 'from', 'no zone', '2026-12-01T09:00:00'],
  ['listSlots', 'to', 'year 275760', '+275760-09-13T00:00:00Z'],
  ['listSlots', 'fromDate', 'a date that is none', '2026-02-30'],
  ['listSlots', 'fromDate', 'year 0', '0000-01-01'],
  ['listSlots', 'toDate', 'another order', '01.12.2026'],
  ['listSlots', 'toDate', 'month 13', '2026-13-01'],
  ['requestCode', 'email', 'no address', 'nobody'],
  ['requestCode', 'email', 'missing', undefined],
  ['requestCode', 'email', 'null', null, ['REST', 'MCP']],
  ['requestCode', 'email', 'a list', ['a@b.test']],
  ['requestCode', 'email', '255 characters', longEmail(255)],
  ['requestCode', 'email', 'a line break', 'a@b.test\nBcc: c@d.test'],
  ['requestCode', 'email', 'a lone surrogate', '\ud800@b.test'],
  ['requestCode', 'name', 'empty', ''],
  ['requestCode', 'name', '121 characters', long(121)],
  ['requestCode', 'name', 'two lines', 'Gus\r\nBcc: x@y.test'],
  ['requestCode', 'name', 'NUL', 'G\u0000us'],
  ['requestCode', 'name', 'a lone surrogate', 'Gus \udc00'],
  ['requestCode', 'agentEmail', 'no address', 'agent'],
  ['requestCode', 'agentEmail', '255 characters', longEmail(255)],
  ['requestCode', 'startAt', 'seconds since 1970', 1_790_000_000],
  ['requestCode', 'startAt', 'year 0', '0000-01-01T00:00:00Z'],
  ['requestConfirmLink', 'email', 'no address', 'a@b@c', ['REST']],
  ['requestConfirmLink', 'startAt', 'missing', undefined, ['REST']],
  ['requestConfirmLink', 'startAt', 'a date that is none', '2026-02-30T09:00:00Z', ['REST']],
  ['requestConfirmLink', 'timezone', 'missing', undefined, ['REST']],
  ['requestConfirmLink', 'name', '121 characters', long(121), ['REST']],
  ['requestConfirmLink', 'guests', 'eleven', eleven, ['REST']],
  ['requestConfirmLink', 'guests.0', 'no address', 'x', ['REST']],
  ['requestConfirmLink', 'idempotencyKey', '7 characters', long(7), ['REST']],
  ['requestConfirmLink', 'idempotencyKey', '129 characters', long(129), ['REST']],
  ['requestConfirmLink', 'customFields', 'no object', 'topic', ['REST']],
  ['book', 'startAt', 'missing', undefined],
  ['book', 'startAt', 'no instant', 'tomorrow at nine'],
  ['book', 'startAt', 'a date that is none', '2026-02-30T09:00:00Z'],
  ['book', 'startAt', 'year 275760', '275760-09-13T00:00:00Z'],
  ['book', 'code', 'five digits', '12345'],
  ['book', 'code', 'seven digits', '1234567'],
  ['book', 'code', 'a number', 123_456],
  ['book', 'code', 'other digits', '١٢٣٤٥٦'],
  ['book', 'code', 'a line break behind', '123456\n'],
  ['book', 'invitee', 'missing', undefined],
  ['book', 'invitee', 'text', 'gus@guest.test'],
  ['book', 'invitee.email', 'no address', 'gus'],
  ['book', 'invitee.email', 'missing', undefined],
  ['book', 'invitee.email', '255 characters', longEmail(255)],
  ['book', 'invitee.name', 'empty', ''],
  ['book', 'invitee.name', '121 characters', long(121)],
  ['book', 'invitee.timezone', 'missing', undefined],
  ['book', 'invitee.timezone', 'empty', ''],
  ['book', 'invitee.timezone', 'no zone', 'Mars/Olympus'],
  ['book', 'customFields', 'a list', []],
  ['book', 'customFields', 'text', 'topic'],
  ['book', 'guests', 'eleven', eleven],
  ['book', 'guests', 'text', 'a@b.test'],
  ['book', 'guests.3', 'no address', 'x'],
  ['book', 'guests.0', '255 characters', longEmail(255)],
  ['book', 'agentEmail', 'no address', 'agent'],
  ['book', 'idempotencyKey', '7 characters', long(7)],
  ['book', 'idempotencyKey', '129 characters', long(129)],
  ['book', 'idempotencyKey', 'NUL', `key\u0000${long(8)}`],
  ['book', 'customFields.topic', 'NUL', 'a\u0000b'],
  ['cancelAsGuest', 'token', 'empty', '', ['REST']],
  ['cancelAsGuest', 'token', 'missing', undefined, ['REST']],
  ['cancelAsGuest', 'token', 'an object', { $ne: '' }, ['REST']],
  ['cancelEventAsGuest', 'reason', '501 characters', long(501), ['REST']],
  ['cancelEventAsGuest', 'reason', 'NUL', 'a\u0000b', ['REST']],
  ['cancelEventAsGuest', 'reason', 'a lone surrogate', '\ud83d', ['REST']],
  ['cancelEventAsGuest', 'reason', 'a number', 7, ['REST']],
  ['rescheduleEventAsGuest', 'startAt', 'missing', undefined, ['REST']],
  ['rescheduleEventAsGuest', 'startAt', 'a date that is none', '2026-02-30T09:00:00Z', ['REST']],
  ['rescheduleEventAsGuest', 'token', 'a list', ['x'], ['REST']],
  ['viewBooking', 'token', 'missing', undefined, ['REST']],
];

describe('a field that breaks its rule: 400 with the field and the rule', () => {
  it.each(cases)('%s.%s: %s', async (name, path, _, value, on = ['REST', 'MCP']) => {
    const fields = path === 'guests.3' ? eleven.slice(0, 4) : eleven.slice(0, 1);
    const base = path.startsWith('guests.') ? { ...good(name), guests: { ...fields } } : good(name);
    const input = broken(base, path, value);
    if (path.startsWith('guests.')) input.guests = Object.values(input.guests as object);
    for (const surface of on) {
      const {
        status,
        code: word,
        message,
        details,
      } = refusalOf(await (surface === 'REST' ? rest : mcp).call(name, input));
      expect([status, word]).toEqual([400, 'request.invalid']);
      expect(details.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
      expect(details.issues[0].message).toMatch(/^(must|is required, must|has )/);
      expect(message).toContain(path);
    }
  });

  it('several at once: every field is named', async () => {
    const input = {
      ...its.host.address,
      startAt: 'x',
      code: '1',
      invitee: { email: 'x', timezone: '' },
      guests: ['x'],
    };
    for (const { call } of [rest, mcp]) {
      const { details } = refusalOf(await call('book', input));
      const paths = details.issues.map((issue: { path: string }) => issue.path);
      expect(paths).toEqual(['startAt', 'code', 'invitee.email', 'invitee.timezone', 'guests.0']);
    }
  });
});
