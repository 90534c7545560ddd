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
    database: z.enum(['up', 'down']).describe('Decides the answer.'),
    temporal: z.enum(['up', 'down']).describe('Only reported: reads work without it.'),
  }),
});

/** Spec, Meta and discovery. */
export const ops = defineArea({
  health: {
    title: 'Health',
    summary: 'Shows that the API runs. With ready=1 it also checks the database: 200 ready, or 503 not_ready.',
    surface: 'host',
    method: 'GET',
    path: '/health',
    auth: 'none',
    effect: 'read',
    rateClass: 'unlimited',
    statusOf: (output) => (output.status === 'not_ready' ? 503 : 200),
    errors: ['request.invalid'],
    input: z.object({ ready: z.enum(['0', '1']).optional().describe('1: readiness instead of liveness.') }),
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
