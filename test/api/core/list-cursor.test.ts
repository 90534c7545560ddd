import { describe, expect, it } from 'vitest';
import { readCursor, toPage, writeCursor } from '../../../api/core/list-cursor.ts';

const position = { atMicros: '1795257001123456', id: '019abcde-0000-7000-8000-000000000001' };
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  it('comes back as the position it was written from', () => {
    expect(readCursor(['keys'], writeCursor('keys', position))).toEqual({ list: 'keys', ...position });
    expect(readCursor(['keys'], undefined)).toBeUndefined();
  });

  it.each([
    ['nonsense', 'nonsense'],
    ['an empty list', encode([])],
    ['no instant', encode(['keys', 'yesterday', position.id])],
    ['an instant out of range', encode(['keys', '9'.repeat(30), position.id])],
    ['no id', encode(['keys', position.atMicros, "x' or 1=1"])],
    ['an object', encode({ list: 'keys', ...position })],
    ['null', encode(null)],
    ['another list', writeCursor('seats', position)],
  ])('that is %s is refused by name', (_what, cursor) => {
    expect(() => readCursor(['keys'], cursor)).toThrow(
      expect.objectContaining({
        code: 'request.invalid',
        details: { issues: [expect.objectContaining({ path: 'cursor' })] },
      }),
    );
  });
});

describe('a page', () => {
  const rows = [1, 2, 3].map((number) => ({ ...position, id: `019abcde-0000-7000-8000-00000000000${number}` }));
  const pageOf = (limit: number) => toPage(rows, limit, () => 'keys');

  it('ends with the cursor of its last row while there are more', () => {
    const { page, nextCursor } = pageOf(2);
    expect(page).toHaveLength(2);
    expect(readCursor(['keys'], nextCursor ?? '')?.id).toBe(rows[1]?.id);
  });

  it('has none when it holds the last row', () => {
    expect(pageOf(3).nextCursor).toBeNull();
    expect(toPage([], 3, () => 'keys')).toEqual({ page: [], nextCursor: null });
  });
});
