import { describe, expect, it } from 'vitest';
import { createLog, readableLine, takeConsole } from '../../infra/log.ts';

const logged = (
  write: (log: ReturnType<typeof createLog>) => void,
  mode: 'local' | 'production' = 'production',
): string => {
  const lines: string[] = [];
  write(createLog({ mode, logLevel: 'debug' }, 'api', { write: (line) => void lines.push(line) }));
  return lines.join('');
};

describe('createLog', () => {
  it.each([
    ['at the top', { authorization: 'Bearer s3cret', code: '123456', email: 'ada@example.com' }],
    ['one level down', { headers: { authorization: 's3cret', cookie: 's3cret' }, guest: { email: 'ada@example.com' } }],
    ['in letters', { code: 'BCDF-GHJK', request: { body: { code: 'bcdfghjk' } } }],
    ['two levels down', { request: { body: { code: '123456', token: 's3cret', apiKey: 's3cret' } } }],
  ])('leaves out secrets and addresses %s', (_where, fields) => {
    const text = logged((log) => log.info(fields, 'seen'));
    expect(text).not.toMatch(/s3cret|123456|bcdf|ada@example/i);
    expect(JSON.parse(text)).toMatchObject({ level: 'info', part: 'api', msg: 'seen' });
  });

  it('keeps the codes that name errors', () => {
    const text = logged((log) => log.warn({ err: { code: '23P01' }, code: 'resource.conflict' }, 'refused'));
    expect(JSON.parse(text)).toMatchObject({ err: { code: '23P01' }, code: 'resource.conflict' });
  });

  it('keeps the message of an error of ours, and only the code of one of PostgreSQL', () => {
    const ours = logged((log) => log.error({ err: new TypeError('x is not a function') }, 'failed'));
    expect(JSON.parse(ours).err).toMatchObject({ type: 'TypeError', message: 'x is not a function' });
    const sql = Object.assign(new Error('Key (email)=(ada@example.com) exists'), {
      code: '23505',
      detail: 'ada@example.com',
    });
    const theirs = logged((log) => log.error({ err: sql }, 'failed'));
    expect(theirs).not.toContain('ada@example');
    expect(JSON.parse(theirs).err).toMatchObject({ code: '23505', stack: expect.stringContaining('log.test') });
  });

  it('is one readable line for each event on a machine of one’s own', () => {
    const text = logged((log) => log.info({ operation: 'slots', status: 200, detail: { a: 1 } }, 'call'), 'local');
    expect(text).toMatch(/^\d\d:\d\d:\d\d info {2}call operation=slots status=200 detail={"a":1}\n$/);
  });

  it('shows the place of an error on lines of its own', () => {
    const line = JSON.stringify({
      level: 'error',
      time: '2026-01-01T00:00:00.000Z',
      msg: 'x',
      err: { type: 'E', stack: '    at a\n    at b' },
    });
    expect(readableLine(line)).toBe('00:00:00 error x err={"type":"E"}\n    at a\n    at b\n');
  });
});

it('what libraries write to the console are lines of the log, without their objects', () => {
  const taken = { debug() {}, log() {}, info() {}, warn() {}, error() {} };
  const text = logged((log) => {
    takeConsole(log, taken);
    for (const write of Object.values<(...parts: unknown[]) => void>(taken)) write('NOTICE: %s', { token: 's3cret' });
  });
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ level, msg }) => `${level} ${msg}`)).toEqual(
    ['debug', 'info', 'info', 'warn', 'error'].map((level) => `${level} NOTICE: [Object]`),
  );
});
