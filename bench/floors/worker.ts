/** The worker of the booking floor: the bare flow, and a local activity with one PostgreSQL transaction. */
import { fileURLToPath } from 'node:url';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import postgres, { type Sql } from 'postgres';
import { serveFloor } from './floor-process.ts';
import { FLOOR_QUEUE, type Servers } from './servers-of.ts';

export interface FloorActivities {
  record(id: string): Promise<string>;
}

Runtime.install({ logger: new DefaultLogger('WARN') });

const activitiesOn = (sql: Sql): FloorActivities => ({
  record: (id) =>
    sql.begin(async (tx) => {
      await tx`insert into bench_floor (id, body) values (${id}, 'one row')`;
      const [row] = await tx<{ body: string }[]>`select body from bench_floor where id = ${id}`;
      return row?.body ?? '';
    }),
});

let close = async (): Promise<void> => {};

async function start({ databaseUrl, temporalAddress }: Servers): Promise<void> {
  const sql = postgres(databaseUrl, { max: 20, onnotice: () => {} });
  await sql`create table if not exists bench_floor (id text primary key, body text not null)`;
  const connection = await NativeConnection.connect({ address: temporalAddress });
  const worker = await Worker.create({
    connection,
    taskQueue: FLOOR_QUEUE,
    workflowsPath: fileURLToPath(new URL('./floor-flow.ts', import.meta.url)),
    activities: activitiesOn(sql),
    maxCachedWorkflows: 500,
  });
  const running = worker.run();
  close = async () => {
    worker.shutdown();
    await running;
    await connection.close();
    await sql`drop table bench_floor`;
    await sql.end();
  };
}

serveFloor<Servers, void>(start, () => close());
