import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, inTransaction } from '../../store/database.ts';
import { cloneDatabase, type TestDatabase } from '../support/stack/database.ts';

let database: TestDatabase;
let line: CuttableLine;
let sql: Sql;

beforeAll(async () => {
  database = await cloneDatabase();
  line = await CuttableLine.to(new URL(database.url));
  const address = new URL(database.url);
  address.port = String(line.port);
  sql = connect(address.href, { name: 'cut', maxConnections: 1 });
  await database.sql`create table notes (text text not null)`;
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await line.close();
  await database.close();
});
beforeEach(() => database.sql`truncate notes`);

const notes = async (): Promise<string[]> =>
  (await database.sql<{ text: string }[]>`select text from notes order by text`).map(({ text }) => text);

/** patches/postgres+3.4.9.patch: without it the first and the last of these end the process, the third fails, and the fourth writes "zombie". */
describe('a connection that is cut', () => {
  const CLOSED = { code: expect.stringMatching(/^(CONNECTION_CLOSED|ECONNRESET)$/) };

  it('between two statements of a transaction fails that transaction alone', async () => {
    const work = inTransaction(sql, async (tx) => {
      await tx`insert into notes values ('lost')`;
      await line.cut();
      await tx`insert into notes values ('lost too')`;
    });
    await expect(work).rejects.toMatchObject(CLOSED);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    expect(await notes()).toEqual([]);
  });

  it('during a statement fails its transaction, and the pool goes on', async () => {
    for (let round = 0; round < 10; round++) {
      const work = inTransaction(sql, async (tx) => {
        await tx`insert into notes values ('lost')`;
        await tx`select pg_sleep(0.2)`;
      });
      setTimeout(() => void line.cut(), 30);
      await expect(work).rejects.toMatchObject(CLOSED);
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    }
    expect(await notes()).toEqual([]);
  });

  it('by the server tells it to the statement that ran, and not to the next one', async () => {
    const [{ pid = 0 } = {}] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const cut = sql`select pg_sleep(3)`.catch((error: unknown) => error);
    await database.sql`select pg_sleep(0.2)`;
    await database.sql`select pg_terminate_backend(${pid})`;
    expect(await cut).toBeInstanceOf(Error);
    await database.sql`select pg_sleep(0.2)`;
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it('never lets what is left of a transaction into the next one', async () => {
    let goOn = (): void => {};
    const later = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const dead = inTransaction(sql, async (tx) => {
      await tx`select 1`;
      await line.cut();
      await later;
      await tx`insert into notes values ('zombie')`;
    });
    await expect(dead).rejects.toMatchObject(CLOSED);
    await inTransaction(sql, async (tx) => {
      await tx`insert into notes values ('kept')`;
      goOn();
      await new Promise((resolve) => setTimeout(resolve, 50));
      await tx`insert into notes values ('kept too')`;
    });
    expect(await notes()).toEqual(['kept', 'kept too']);
  });

  it('while it asks for the types of lists, of a server that is then gone, fails its query alone', async () => {
    const gone = await CuttableLine.to(new URL(database.url));
    const fresh = connect(`${database.url.replace(/:\d+\//, `:${gone.port}/`)}`, { name: 'cut', maxConnections: 1 });
    const unheld: unknown[] = [];
    const note = (reason: unknown): void => void unheld.push(reason);
    process.on('unhandledRejection', note);
    try {
      gone.endAt('typcategory');
      await expect(fresh`select array['a', 'b'] as list`).rejects.toMatchObject({
        code: expect.stringMatching(/^ECONN(REFUSED|RESET)$/),
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(unheld).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
      await fresh.end({ timeout: 1 });
      await gone.close();
    }
  });
});

/** A relay to PostgreSQL that can cut its connections, like a crash of the server or of the network. */
class CuttableLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #watch: (chunk: Buffer) => void = () => {};

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      const far = dial(Number(target.port), target.hostname);
      near.on('data', (chunk) => this.#watch(chunk));
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => {}).on('close', () => other.destroy());
        socket.pipe(other);
      }
    });
  }

  static async to(target: URL): Promise<CuttableLine> {
    const line = new CuttableLine(target);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends every connection, then waits a moment until both sides notice. */
  async cut(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Closes, like a server that dies, when a query contains these words. */
  endAt(words: string): void {
    this.#watch = (chunk) => {
      if (chunk.includes(words)) void this.close();
    };
  }

  async close(): Promise<void> {
    await this.cut();
    this.#server.close();
  }
}

/** patches/postgres+3.4.9.patch: without it the row of the second query comes after four empty places. */
it('a query that fails half way leaves the connection fit for the next', async () => {
  const halfWay = sql`select 1 / (5 - n) as part from generate_series(1, 10) n`;
  await expect(halfWay).rejects.toMatchObject({ code: '22012' });
  expect([...(await sql`select 'mine' as whose`)]).toEqual([{ whose: 'mine' }]);
});
