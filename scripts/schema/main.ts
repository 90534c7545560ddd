/**
 * `npm run schema`: writes store/schema.sql and store/rows.ts, from the database that the migrations make. It starts a PostgreSQL for this, and
 * drops it afterwards.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '../../infra/local/ports.ts';
import { ensureDatabase, startPostgres } from '../../infra/local/postgres.ts';
import { migrate } from '../../store/migrate.ts';
import { readCatalog, rowTypes, schemaSql } from './generate.ts';

const folder = await mkdtemp(join(tmpdir(), 'holdfast-schema-'));
// Where this process runs as root, PostgreSQL runs as another user.
await chmod(folder, 0o755);
try {
  const server = await startPostgres({
    dataFolder: join(folder, 'data'),
    logFile: join(folder, 'postgres.log'),
    port: await freePort(),
    password: 'schema',
    settings: ['fsync=off'],
  });
  try {
    await ensureDatabase(server, 'schema');
    const sql = postgres(server.url('schema'), { max: 1, onnotice: () => {} });
    await migrate(sql);
    const catalog = await readCatalog(sql);
    await sql.end();
    await writeFile(new URL('../../store/schema.sql', import.meta.url), schemaSql(catalog));
    await writeFile(new URL('../../store/rows.ts', import.meta.url), rowTypes(catalog));
  } finally {
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
