import { z } from 'zod';
import { defineArea } from '../operation.ts';

const Health = z.object({
  status: z.literal('ok'),
  name: z.literal('holdfast'),
  version: z.string(),
  timestamp: z.iso.datetime(),
  transports: z.object({ rest: z.string(), mcp: z.string(), openapi: z.string() }).describe('Paths on this origin.'),
});

const Readiness = z.object({
  status: z.enum(['ready', 'not_ready']),
  checks: z.object({
    database: z.enum(['up', 'down']).describe('Decides the answer without strict.'),
    temporal: z.enum(['up', 'down']).describe('Reads work without it.'),
    schema: z.enum(['current', 'behind', 'unknown']).describe('behind: migrations are missing.'),
    searchAttributes: z
      .enum(['registered', 'missing', 'unknown'])
      .describe('Of Temporal. missing: no code and no booking is possible.'),
    worker: z.enum(['running', 'absent', 'unknown']).describe('absent: no worker was seen for 12 seconds.'),
    payments: z
      .enum(['live', 'test', 'off', 'unequal'])
      .describe('Decides nothing. unequal: API and workers have different keys of the payment provider.'),
    process: z.enum(['serving', 'stopping']).describe('stopping: this process ends soon; send calls to another one.'),
  }),
  problems: z.array(z.string()).describe('What is missing, each with the command to run.'),
});

/** Spec, Meta and discovery. */
export const ops = defineArea({
  health: {
    title: 'Health',
    summary:
      'Shows that the API runs. With ready=1 it checks what it needs: 200 ready, or 503 not_ready with Retry-After. The database ' +
      'decides, as does a process that stops. With strict=1 all checks decide.',
    surface: 'host',
    method: 'GET',
    path: '/health',
    auth: 'none',
    effect: 'read',
    rateClass: 'unlimited',
    statusOf: (output) => (output.status === 'not_ready' ? 503 : 200),
    errors: ['request.invalid'],
    // Strict: a misspelled `ready` would make every probe succeed.
    input: z.strictObject({
      ready: z.enum(['0', '1']).optional().describe('1: readiness instead of liveness.'),
      strict: z.enum(['0', '1']).optional().describe('1: readiness that every check decides. Implies ready=1.'),
    }),
    output: z.union([Health, Readiness]),
  },
  openapi: {
    title: 'OpenAPI document',
    summary: 'This interface as an OpenAPI 3.1 document.',
    surface: 'host',
    method: 'GET',
    path: '/openapi',
    auth: 'none',
    effect: 'read',
    rateClass: 'publicRead',
    errors: ['rate.limited'],
    input: z.object({}),
    output: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
  },
});
