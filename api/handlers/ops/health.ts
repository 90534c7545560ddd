import type { Sql } from 'postgres';
import type { ops } from '../../../schemas/operations/ops.ts';
import type { Context, Handler } from '../../core/handler.ts';
import { IN_APP_MCP_PATH } from '../../mcp/path.ts';
import { OPENAPI_PATH } from '../../openapi/path.ts';

const CHECK_MS = 1_000;

/** True if the check succeeds in time: a dependency that hangs is down. */
const isUp = async (check: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_MS);
  });
  const done = check.then(
    (answer) => answer !== false,
    () => false,
  );
  const up = await Promise.race([done, late]);
  clearTimeout(timer);
  return up;
};

const askDatabase = async (sql: Sql): Promise<true> => {
  await sql`select 1`;
  return true;
};

const readiness = async ({ sql, bookingFlows }: Context) => {
  const [database, temporal] = await Promise.all([isUp(askDatabase(sql)), isUp(bookingFlows.isUp())]);
  return {
    status: database ? ('ready' as const) : ('not_ready' as const),
    checks: {
      database: database ? ('up' as const) : ('down' as const),
      temporal: temporal ? ('up' as const) : ('down' as const),
    },
  };
};

export const health: Handler<typeof ops.health> = async (context, { ready }) => {
  if (ready === '1') return readiness(context);
  return {
    status: 'ok',
    name: 'holdfast',
    version: context.version,
    timestamp: new Date(context.now).toISOString(),
    transports: { rest: '/api/v1', mcp: IN_APP_MCP_PATH, openapi: OPENAPI_PATH },
  };
};
