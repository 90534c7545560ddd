import { afterEach, expect, it, vi } from 'vitest';
import { createOutput } from '../../cli/output.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const printed = (json: boolean, act: (output: ReturnType<typeof createOutput>) => void): string => {
  const said: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  act(createOutput(json));
  vi.restoreAllMocks();
  return said.join('');
};

it('prints names of others without what steers a terminal or turns a line; our colours stay', () => {
  const evil = 'a\u202eb\u009b2Jc\u001b]0;t\u0007d\u001b[8me';
  for (const act of [
    (output: ReturnType<typeof createOutput>) => output.line(evil),
    (output: ReturnType<typeof createOutput>) => output.note(evil),
    (output: ReturnType<typeof createOutput>) => output.fail({ error: { code: 'request.invalid', message: evil } }),
    (output: ReturnType<typeof createOutput>) => output.table(['Name'], [[evil]], 'none'),
  ])
    expect(printed(false, act)).toContain('ab2Jc]0;td[8me');
  expect(printed(false, (output) => output.line('\u001b[1mbold\u001b[22m'))).toBe('\u001b[1mbold\u001b[22m\n');
});

it('gives programs what is there', () => {
  const value = { name: 'a\u202eb' };
  expect(printed(true, (output) => output.answer(value, () => {}))).toBe(`${JSON.stringify(value)}\n`);
});

it('tells people which command helps, and programs what the API says', () => {
  const message = 'Take it back first: create_portal_session has the page.';
  const fail = (output: ReturnType<typeof createOutput>) =>
    output.fail({ error: { code: 'resource.conflict', message, details: { reason: 'subscription_ends' } } });
  expect(printed(false, fail)).toContain('holdfast billing portal');
  expect(printed(false, fail)).not.toContain('create_portal_session');
  expect(printed(true, fail)).toContain(message);
  const full = { reason: 'member_cap_reached', feature: 'members', cap: 1, used: 1, plan: 'free', fitsFrom: 'starter' };
  const noRoom = printed(false, (output) =>
    output.fail({ error: { code: 'billing.upgrade_required', message, details: full } }),
  );
  expect(noRoom).toContain(
    'has room for 1 member, and 1 is there. Remove one that you do not need. Or choose a larger plan: holdfast upgrade starter',
  );
  const refused = { reason: 'claim_refused' };
  expect(
    printed(false, (output) => output.fail({ error: { code: 'resource.not_found', message, details: refused } })),
  ).toContain('Your operator refused');
});
