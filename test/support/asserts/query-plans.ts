/** Plans of the statements that a piece of the product runs, as the product's connections plan them: generic. */
import postgres, { type Sql } from 'postgres';
import { connect } from '../../../store/database.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface PlannedStatement extends Statement {
  /** Rows that scans read: returned, filtered out, and entries of index scans. */
  readonly rowsRead: number;
  /** Pages of 8 kB, in memory or not. */
  readonly buffers: number;
  /** Tables that were read from end to end. */
  readonly scannedTables: readonly string[];
  readonly ms: number;
  readonly plan: PlanNode;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs `work` on a connection of its own and returns what it asked the database. */
export async function statementsOf(url: string, work: (sql: Sql) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    debug: (_connection, text, values) => void statements.push({ text, values: [...values] }),
  });
  try {
    await sql`select 1`;
    statements.length = 0;
    await work(sql);
  } finally {
    await sql.end();
  }
  return statements.filter(({ text }) => /^\s*(select|with|update|delete|insert)\b/i.test(text));
}

/**
 * Explains and runs statements with the plan that the product's connections use. Changes are rolled back.
 * @param settings planner settings, such as `enable_seqscan`
 */
export async function plansOf(
  url: string,
  statements: readonly Statement[],
  settings: Readonly<Record<string, string>> = {},
): Promise<PlannedStatement[]> {
  const sql = connect(url, { maxConnections: 1 });
  const planned: PlannedStatement[] = [];
  const undone = new Error('undone');
  try {
    for (const statement of statements) {
      await sql
        .begin(async (tx) => {
          for (const [name, value] of Object.entries({ statement_timeout: '0', ...settings }))
            await tx`select set_config(${name}, ${value}, true)`;
          await tx.unsafe(`prepare planned as ${statement.text}`);
          const values = statement.values.map(literal).join(', ');
          const [row] = await tx.unsafe<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }[]>(
            `explain (analyze, buffers, format json) execute planned${values ? ` (${values})` : ''}`,
          );
          await tx.unsafe('deallocate planned');
          if (!row) throw new Error('no plan');
          const [{ Plan, 'Execution Time': ms }] = row['QUERY PLAN'];
          planned.push({ ...statement, ...weigh(Plan), ms, plan: Plan });
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
    }
  } finally {
    await sql.end();
  }
  return planned;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return `'{${value.map(String).join(',')}}'`;
  return `'${String(value).replaceAll("'", "''")}'`;
}

function weigh(plan: PlanNode) {
  const nodes = allNodes(plan);
  const isScan = (node: PlanNode) => node['Relation Name'] !== undefined && node['Node Type'].includes('Scan');
  const rows = (node: PlanNode) =>
    (node['Actual Loops'] ?? 0) *
    ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0));
  return {
    rowsRead: Math.round(nodes.filter(isScan).reduce((sum, node) => sum + rows(node), 0)),
    buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    scannedTables: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan' && (node['Actual Loops'] ?? 0) > 0)
      .map((node) => node['Relation Name'] ?? ''),
  };
}

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)];
