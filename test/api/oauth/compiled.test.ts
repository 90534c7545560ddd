import { afterAll, beforeAll, expect, it } from 'vitest';
import { deriveSecrets } from '../../../domain/secrets.ts';
import { freePort } from '../../../infra/local/ports.ts';
import { seedDemo } from '../../../store/ops/demo.ts';
import { callConnector, OAuthApp } from '../../support/drivers/oauth-app.ts';
import { signIn } from '../../support/drivers/session.ts';
import { bearer } from '../../support/factories/keys.ts';
import { eventually } from '../../support/factories/meeting.ts';
import { compiledProcesses } from '../../support/stack/compiled.ts';
import { cloneDatabase, type TestDatabase, temporalAddress, webFolder } from '../../support/stack/database.ts';
import { NodeProcess } from '../../support/stack/killable-process.ts';

/** The compiler renames classes and drops what it takes for unused: the library of OAuth names its records by its classes. */
const SECRET_KEY = Buffer.alloc(32, 9);

let database: TestDatabase;
let api: NodeProcess;
const output: string[] = [];
let place: { readonly appUrl: string; readonly mcpUrl: string };
beforeAll(async () => {
  const [app, publicPort, mcp] = await Promise.all([freePort(), freePort(), freePort()]);
  place = { appUrl: `http://localhost:${app}`, mcpUrl: `http://localhost:${mcp}` };
  const [cloned, compiled] = await Promise.all([cloneDatabase(), compiledProcesses()]);
  database = cloned;
  await seedDemo(database.sql);
  const env: NodeJS.ProcessEnv = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', HOLDFAST_MODE: 'local' },
    ...{ APP_URL: place.appUrl, PUBLIC_URL: `http://localhost:${publicPort}`, MCP_URL: place.mcpUrl },
    ...{ DATABASE_URL: database.url, TEMPORAL_ADDRESS: temporalAddress(), WEB_FOLDER: webFolder() },
    SECRET_KEY: SECRET_KEY.toString('base64'),
  };
  api = new NodeProcess('api', compiled, env, (text) => void output.push(text));
  await api.start();
  await eventually('the api', () =>
    fetch(`${place.appUrl}/api/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
});
afterAll(async () => {
  await api?.stop();
  await database?.close();
});

it('the compiled api connects an app, from its registration to a tool call, a refresh and the end', async () => {
  const ada = await signIn({ sql: database.sql, secrets: deriveSecrets(SECRET_KEY), appUrl: place.appUrl });
  const app = await OAuthApp.register(place);
  const tokens = await app.connect(ada, ada);
  const call = (token: string) =>
    callConnector(place, 'tools/call', { name: 'get_workspace', arguments: {} }, bearer(token));
  const called = await call(tokens.access_token);
  expect(called.status, called.text).toBe(200);
  expect(called.text).toContain('acme');
  const refreshed = await app.refresh(tokens.refresh_token);
  expect(refreshed.status, refreshed.text).toBe(200);
  const { access_token: newer, refresh_token: last } = refreshed.json() as never as Record<string, string>;
  expect((await call(newer ?? '')).status).toBe(200);
  const body = new URLSearchParams({ token: last ?? '', client_id: app.clientId });
  expect((await fetch(`${place.appUrl}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
  expect((await call(newer ?? '')).status).toBe(401);
  expect(output.filter((line) => /error/i.test(line))).toEqual([]);
});
