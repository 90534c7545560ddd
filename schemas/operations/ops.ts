import { z } from 'zod';
import { defineArea } from '../operation.ts';
import { Health, Readiness } from '../shapes/health.ts';

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
    // Open: load balancers, gateways and caches add parameters of their own to probes.
    input: z.object({
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
