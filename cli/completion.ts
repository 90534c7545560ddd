import type { Argument, Command, Option } from 'commander';
import { contract } from '../schemas/contract.ts';
import type { Operation } from '../schemas/operation.ts';

/** Tools of the workspace, by name. */
function workspaceTools(): ReadonlyMap<string, Operation> {
  const all = Object.values(contract).flatMap((area) => Object.values<Operation>(area));
  return new Map(all.flatMap((one) => (one.tool !== undefined && one.surface === 'host' ? [[one.tool, one]] : [])));
}

/** What `--arg` may be for a tool: each choice of an enum, else the name and an equals sign. */
async function argumentsOf(operation: Operation): Promise<string[]> {
  const { z } = await import('zod');
  const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, schema]) => {
    const choices = typeof schema === 'object' ? schema.enum : undefined;
    return choices ? choices.map((choice) => `${name}=${choice}`) : [`${name}=`];
  });
}

/** Makes completion know what commander does not: tools, their arguments and zones. @param words the line so far */
export async function addChoices(program: Command, words: readonly string[]): Promise<void> {
  const tools = workspaceTools();
  const zones = Intl.supportedValuesOf('timeZone');
  for (const command of [...program.commands, ...program.commands.flatMap((one) => one.commands)])
    for (const option of command.options) if (option.long === '--timezone') choose(option, ['UTC', ...zones]);
  for (const name of ['run', 'tools']) {
    const [tool] = program.commands.find((one) => one.name() === name)?.registeredArguments ?? [];
    if (tool) choose(tool, [...tools.keys()]);
  }
  const operation = words[0] === 'run' ? tools.get(words[1] ?? '') : undefined;
  const argument = program.commands.find((one) => one.name() === 'run')?.options.find(({ long }) => long === '--arg');
  if (operation && argument) choose(argument, await argumentsOf(operation));
}

/** Not `choices()`, which would also check what is typed. */
function choose(target: Argument | Option, choices: string[]): void {
  target.argChoices = choices;
}

/**
 * Answers for `--arg name=…`, which the library takes for an option with its value.
 * @returns whether that is what is typed
 */
export async function completeValue(words: readonly string[]): Promise<boolean> {
  const [before, word = ''] = words.slice(-2);
  const operation = words[0] === 'run' ? workspaceTools().get(words[1] ?? '') : undefined;
  if (!operation || before !== '--arg' || !word.includes('=')) return false;
  const near = (await argumentsOf(operation)).filter((one) => one.startsWith(word) && one !== word);
  // The form of the library's answers: lines, then the code for "no file names".
  process.stdout.write(`${near.map((one) => `${one}\t\n`).join('')}:4\n`);
  return true;
}
