import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addAllCommands, addCommands, COMMANDS, calledCommand } from '../../cli/catalogue.ts';
import { onlyFields, pathsOf } from '../../cli/fields.ts';
import { VARIABLES } from '../../cli/help.ts';
import { createProgram } from '../../cli/program.ts';
import { withReference } from '../../scripts/cli-reference.ts';

const readGuide = () => readFile('docs/cli.md', 'utf8');

it('has in its guide what the commands say of themselves: npm run cli-reference', async () => {
  const guide = await readGuide();
  expect(await withReference(guide)).toBe(guide);
  for (const [name] of VARIABLES) expect(guide).toContain(`\`${name}\``);
});

it('lists commands with the words and arguments of their code', async () => {
  const [listed, real] = [new Command(), new Command()];
  await addCommands(listed, undefined);
  await addAllCommands(real);
  const wordsOf = (program: Command) =>
    program.commands
      .map((one) => {
        const args = one.registeredArguments.map((arg) => [arg.name(), arg.required]);
        return JSON.stringify([one.name(), args, one.description()]);
      })
      .toSorted();
  expect(wordsOf(listed)).toEqual(wordsOf(real));
  expect(COMMANDS.every(({ summary }) => summary !== '')).toBe(true);
});

it.each([
  [['--json', 'keys'], 'keys'],
  [['--profile', 'keys', 'seats', 'list'], 'seats'],
  [['--url', 'keys', '--public-url', 'seats', '--fields', 'id', 'run'], 'run'],
  [['help', 'run'], 'run'],
  [['--help'], undefined],
])('finds the command of %j', (args, command) => {
  expect(calledCommand(createProgram(false), args)).toBe(command);
});

it('keeps the fields that are asked for, in the shape of the answer', () => {
  const answer = {
    keys: [
      { id: 'a', of: { name: 'x', b: 1 } },
      { id: 'b', of: null },
    ],
    nextCursor: null,
    empty: [],
  };
  const only = (fields: string) => onlyFields(answer, pathsOf(fields));
  expect(only('keys.id, nextCursor')).toEqual({ keys: [{ id: 'a' }, { id: 'b' }], nextCursor: null });
  expect(only('keys.of.name')).toEqual({ keys: [{ of: { name: 'x' } }, { of: null }] });
  expect(only('keys.of.name,keys.id').keys).toEqual([
    { of: { name: 'x' }, id: 'a' },
    { of: null, id: 'b' },
  ]);
  expect(only('empty.any')).toEqual({ empty: [] });
  expect(() => only('keys.ids')).toThrow('no field keys.ids. Did you mean id? Its fields there: id, of.');
  expect(() => only('nextCursor.x')).not.toThrow();
  expect(() => only('keys.id.x')).toThrow('no field keys.id.x. It has no fields there.');
  expect(() => only('keys..id')).toThrow('commas');
  // An answer with one list needs not its name.
  const meetings = (of: object[]) =>
    onlyFields({ untrusted: [], meetings: of, nextCursor: null }, pathsOf('id,guest.name'));
  expect(meetings([{ id: 'a', guest: { name: 'x' } }])).toEqual({ meetings: [{ id: 'a', guest: { name: 'x' } }] });
  expect(meetings([])).toEqual({ meetings: [] });
  expect(() => meetings([{ id: 'a' }])).toThrow('no field guest.name');
});
