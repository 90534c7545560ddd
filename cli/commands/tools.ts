import { readFile } from 'node:fs/promises';
import { text as streamText } from 'node:stream/consumers';
import type { Command } from 'commander';
import { didYouMean, namesNear } from '../../domain/names-near.ts';
import type { Output } from '../../schemas/operation.ts';
import { workspaceTools } from '../../schemas/operations/workspaces/tools.ts';
import { usageError } from '../exit.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

const HOW_TO_RUN = `
Examples:
  holdfast run list_meetings --arg filter=upcoming --arg limit=5
  holdfast run create_event_type --args '{"name": "Intro call", "durationMinutes": 30, "locationType": "phone"}'
  holdfast run update_event_type --args @change.json

holdfast tools lists the tools, holdfast tools <name> shows the arguments of one.`;

export const registerTools = (program: Command): void => {
  program.command('tools [name]').action(action(tools));
  program
    .command('run <tool>')
    .option('--arg <key=value>', 'an argument of the tool, as JSON or text; may be repeated', collect)
    .option('--args <json>', 'all arguments as a JSON object; @file reads a file, - stdin')
    .addHelpText('after', HOW_TO_RUN)
    .showHelpAfterError('(A tool takes its arguments as --arg key=value; holdfast run --help shows how)')
    .action(action(run));
};

const namesOf = (some: readonly { readonly name: string }[]): string[] => some.map(({ name }) => name);

type Tool = Output<typeof workspaceTools.listTools>['tools'][number];

async function tools(session: Session, name: string | undefined): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(workspaceTools.listTools, {});
  if (name === undefined) {
    return output.answer(answer, () => {
      output.table(
        ['Tool', 'What it does'],
        answer.tools.map((tool) => [tool.name, tool.title]),
        'This key may not run any tool.',
      );
      output.note('\nArguments of a tool: holdfast tools <name>. Run it: holdfast run <name> --arg key=value');
    });
  }
  const tool = answer.tools.find((one) => one.name === name);
  if (!tool)
    throw usageError(
      `No tool ${name} for this key.${didYouMean(namesNear(name, namesOf(answer.tools)))} holdfast tools lists them.`,
    );
  output.answer(tool, () => {
    output.line(`${tool.title}\n\n${tool.description}\n\nArguments (JSON Schema):`);
    output.line(JSON.stringify(tool.inputSchema, withoutPatterns, 2));
    output.line(`\nTo run it: ${callOf(tool)}`);
  });
}

/** The pattern of a date is a screen long, and the description says it in words. `--json` has it. */
const withoutPatterns = (key: string, value: unknown): unknown =>
  key === 'pattern' && typeof value === 'string' ? undefined : value;

/** The shortest command that runs a tool. */
function callOf({ name, inputSchema: { required } }: Tool): string {
  const needed = Array.isArray(required) ? required.map((key) => `--arg ${key}=…`) : [];
  return ['holdfast run', name, ...needed].join(' ');
}

interface RunOptions {
  readonly arg?: readonly string[];
  readonly args?: string;
}

async function run(session: Session, name: string, { arg = [], args }: RunOptions): Promise<void> {
  const given = { ...(args === undefined ? {} : await readArguments(args)), ...pairs(arg) };
  const { result } = await session.keyed().call(workspaceTools.executeTool, { name, arguments: given });
  const { output } = session;
  output.answer(result, () => output.line(JSON.stringify(result, null, 2)));
}

async function readArguments(option: string): Promise<Record<string, unknown>> {
  const json =
    option === '-'
      ? await streamText(process.stdin)
      : option.startsWith('@')
        ? await fileText(option.slice(1))
        : option;
  const parsed = parse(json);
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw usageError(`--args must be a JSON object, such as '{"limit": 5}'`);
  return parsed as Record<string, unknown>;
}

async function fileText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw usageError(`--args @${path}: ${(error as Error).message}`);
  }
}

const pairs = (given: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    given.map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 1) throw usageError('--arg must be key=value, such as --arg filter=upcoming');
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
