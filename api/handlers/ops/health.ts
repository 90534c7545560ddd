import type { ops } from '../../../schemas/operations/ops.ts';
import type { Context, Handler } from '../../core/handler.ts';
import { IN_APP_MCP_PATH } from '../../mcp/path.ts';
import { OPENAPI_PATH } from '../../openapi/path.ts';
import type { Readiness } from './readiness.ts';

/** Without strict, the database alone decides (spec): reads work without the rest. */
const isReady = (found: Readiness, isStrict: boolean): boolean => {
  if (found.database === 'down') return false;
  if (!isStrict) return true;
  const { temporal, schema, searchAttributes, worker, secretKey } = found;
  // Temporal may hide its attributes from our key.
  const hasParts = temporal === 'up' && schema === 'current' && searchAttributes !== 'missing' && worker === 'running';
  return hasParts && secretKey !== 'unequal';
};

const STOPPING = 'This process stops. Send calls to another API process';

const readiness = async ({ readiness: checks, bookingFlows, lifecycle }: Context, isStrict: boolean) => {
  const { problems, ...found } = await checks.look(bookingFlows);
  const ready = !lifecycle.isStopping && isReady({ problems, ...found }, isStrict);
  return {
    status: ready ? ('ready' as const) : ('not_ready' as const),
    checks: { ...found, process: lifecycle.isStopping ? ('stopping' as const) : ('serving' as const) },
    problems: lifecycle.isStopping ? [STOPPING, ...problems] : [...problems],
  };
};

export const health: Handler<typeof ops.health> = async (context, { ready, strict }) => {
  if (ready === '1' || strict === '1') return readiness(context, strict === '1');
  return {
    status: 'ok',
    name: 'holdfast',
    version: context.version,
    timestamp: new Date(context.now).toISOString(),
    transports: { rest: '/api/v1', mcp: IN_APP_MCP_PATH, openapi: OPENAPI_PATH },
  };
};
