import { expect, it } from 'vitest';
import { clientName } from '../../cli/client-name.ts';
import { deviceAuthorization } from '../../schemas/operations/access/device-authorization.ts';

it.each([
  ['adas-laptop', 'Holdfast CLI on adas-laptop'],
  ['', 'Holdfast CLI'],
  [' \u0007\u202e ', 'Holdfast CLI'],
  ['a\u001b[31m\nb', 'Holdfast CLI on a [31m b'],
])('%j is told as %j', (machine, name) => {
  expect(clientName(machine)).toBe(name);
});

it.each(['x'.repeat(300), '\u{1f600}'.repeat(70), `x${'\u{1f600}'.repeat(70)}`])(
  '%s fits what registering takes',
  (machine) => {
    const name = clientName(machine);
    expect(name).toMatch(/^Holdfast CLI on .{60}/);
    expect(deviceAuthorization.registerDevice.input.parse({ clientName: name })).toEqual({ clientName: name });
  },
);
