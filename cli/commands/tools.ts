import { readFile } from 'node:fs/promises';
import { text as streamText } from 'node:stream/consumers';
import type { Command } from 'commander';
import { workspace } from '../../schemas/workspace.ts';
import { usageError } from '../exit.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

const collect = (value: string, before: readonly string[]): string[] => [...before, value];

export const registerTools = (program: Command): void => {
  program
    .command('tools [name]')
    .description('The workspace tools that this key may run, or one with its schema')
    .action(action(tools));
  program
    .command('run <tool>')
    .description('Run a workspace tool')
    .option('--arg <key=value>', 'an argument; JSON where it is JSON, else text; repeat it', collect, [])
    .option('--args <json>', 'all arguments as a JSON object; @file reads a file, - stdin')
    .action(action(run));
};

async function tools(session: Session, name: string | undefined): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(workspace.listTools, {});
  if (name === undefined) {
    return output.answer(answer, () =>
      output.table(
        ['Tool', 'What it does'],
        answer.tools.map((tool) => [tool.name, tool.title]),
        'This key may run no tool.',
      ),
    );
  }
  const tool = answer.tools.find((one) => one.name === name);
  if (!tool) throw usageError(`No tool ${name} for this key. holdfast tools lists them.`);
  output.answer(tool, () => {
    output.line(`${tool.title}\n\n${tool.description}\n\nArguments (JSON Schema):`);
    output.line(JSON.stringify(tool.inputSchema, null, 2));
  });
}

async function run(session: Session, name: string, options: { arg: readonly string[]; args?: string }): Promise<void> {
  const given = { ...(options.args === undefined ? {} : await readArguments(options.args)), ...pairs(options.arg) };
  const { result } = await session.keyed().call(workspace.executeTool, { name, arguments: given });
  const { output } = session;
  output.answer(result, () => output.line(JSON.stringify(result, null, 2)));
}

async function readArguments(option: string): Promise<Record<string, unknown>> {
  const json =
    option === '-'
      ? await streamText(process.stdin)
      : option.startsWith('@')
        ? await readFile(option.slice(1), 'utf8')
        : option;
  const parsed = parse(json);
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw usageError('--args must be a JSON object');
  return parsed as Record<string, unknown>;
}

const pairs = (given: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    given.map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 1) throw usageError('--arg must be key=value');
      const value = pair.slice(equals + 1);
      const parsed = parse(value);
      return [pair.slice(0, equals), parsed === undefined ? value : parsed];
    }),
  );

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};
