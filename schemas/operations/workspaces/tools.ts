import { z } from 'zod';
import { intentErrors, keyedReadErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { EVERYONE } from '../../shapes/access.ts';
import { line } from '../../shapes/fields.ts';

const Tool = z.object({
  name: z.string().describe('By which it is called.'),
  title: z.string().describe('Its name for people.'),
  description: z.string().describe('What it does, and when to call it.'),
  inputSchema: z.looseObject({}).describe('The tool’s input as JSON Schema.'),
  outputSchema: z.looseObject({}).describe('The tool’s output as JSON Schema.'),
  annotations: z
    .object({
      readOnlyHint: z.boolean().describe('true: changes nothing.'),
      destructiveHint: z.boolean().describe('true: ends or deletes something.'),
      idempotentHint: z.boolean().describe('true: repeats change nothing more.'),
      openWorldHint: z.boolean().describe('false: acts on this service alone.'),
    })
    .describe('Hints of MCP for the tool.'),
});

/** The tools of a workspace, by REST (spec, Workspace tools). */
export const workspaceTools = defineArea({
  listTools: {
    title: 'List the tools',
    summary: 'The tools that this key can run, each with its input schema.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/tools',
    auth: { scope: 'any', roles: EVERYONE, intent: 'ignored' },
    effect: 'read',
    rateClass: 'keyed',
    errors: keyedReadErrors,
    input: z.object({}),
    output: z.object({ tools: z.array(Tool) }),
  },
  executeTool: {
    title: 'Run a tool',
    summary: 'Runs one tool of the list with its arguments. Errors are those of the tool.',
    surface: 'host',
    method: 'POST',
    path: '/workspace/tools/execute',
    runsTools: true,
    // The tool itself takes or refuses an intent token.
    auth: { scope: 'any', roles: EVERYONE, testKeys: true, intent: 'ignored' },
    effect: 'write',
    flow: true,
    makesAnother: true,
    worksWhileLocked: true,
    largeBody: true,
    rateClass: 'keyed',
    errors: [
      'request.invalid',
      'auth.required',
      'billing.upgrade_required',
      'auth.forbidden',
      'resource.not_found',
      'resource.conflict',
      'request.unprocessable',
      'rate.limited',
      'service.unavailable',
      ...intentErrors,
    ],
    input: z.object({
      name: line(1, 128).describe('The tool, by its name in the list.'),
      arguments: z.record(z.string(), z.unknown()).default({}),
    }),
    output: z.object({ name: z.string().describe('The tool that ran.'), result: z.unknown() }),
  },
});
