import { z } from 'zod';

/** That the API runs. */
export const Health = z.object({
  status: z.literal('ok'),
  name: z.literal('holdfast'),
  version: z.string(),
  timestamp: z.iso.datetime(),
  transports: z
    .object({ rest: z.string(), mcp: z.string(), openapi: z.string().describe('The path of the OpenAPI document.') })
    .describe('Paths on this origin.'),
});

/** The dependencies of the service, and whether each one answers. */
export const Readiness = z.object({
  status: z.enum(['ready', 'not_ready']),
  checks: z.object({
    database: z.enum(['up', 'down']).describe('Decides the answer without strict.'),
    temporal: z.enum(['up', 'down']).describe('Reads work without it.'),
    schema: z.enum(['current', 'behind', 'unknown']).describe('behind: migrations are missing.'),
    searchAttributes: z
      .enum(['registered', 'missing', 'unknown'])
      .describe('Of Temporal. missing: no code and no booking is possible.'),
    worker: z.enum(['running', 'absent', 'unknown']).describe('absent: no worker was seen for 12 seconds.'),
    secretKey: z
      .enum(['equal', 'unequal', 'unknown'])
      .describe('unequal: a worker has another SECRET_KEY than the API, so codes that it mails are wrong.'),
    payments: z
      .enum(['live', 'test', 'off', 'unequal'])
      .describe('Decides nothing. unequal: API and workers have different keys of the payment provider.'),
    process: z.enum(['serving', 'stopping']).describe('stopping: this process ends soon; send calls to another one.'),
  }),
  problems: z.array(z.string()).describe('What is missing, each with the command to run.'),
});
