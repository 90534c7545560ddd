import { describe, expect, it } from 'vitest';
import { newDeviceCode } from '../../../domain/access/device-code.ts';
import { deviceKeyName } from '../../../domain/access/device-session.ts';

it('makes device codes of 43 characters, each another', () => {
  const codes = Array.from({ length: 100 }, newDeviceCode);
  for (const code of codes) expect(code).toMatch(/^[\w-]{43}$/);
  expect(new Set(codes).size).toBe(100);
});

describe('the key of a device is called', () => {
  const long = 'x'.repeat(79);
  it.each([
    ['Claude', 'Terminal', 'Claude · Terminal'],
    ['Claude', null, 'Claude'],
    [null, 'Terminal', 'Terminal'],
    [null, null, 'Connected device'],
    [long, long, long],
  ])('%s, %s: %s', (agent, client, name) => {
    expect(deviceKeyName(agent, client)).toBe(name);
  });
});
