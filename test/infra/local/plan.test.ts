import { describe, expect, it } from 'vitest';
import { LocalStackError } from '../../../infra/local/local-stack-error.ts';
import { checkedConfig, childEnvironment, makePlan, parseOptions, portsToOpen } from '../../../infra/local/plan.ts';

const options = (...args: string[]) => parseOptions(args);
const secrets = { secretKey: Buffer.alloc(32).toString('base64'), postgresPassword: 'p/w' };

describe('parseOptions', () => {
  it('reads what npm passes on', () => {
    expect(options('--fresh', '--port-offset', '100')).toEqual({ fresh: true, portOffset: 100, help: false });
    expect(options()).toEqual({ fresh: false, portOffset: 0, help: false });
  });

  it.each([
    ['--port-offset', 'x'],
    ['--port-offset', '-1'],
    ['--port-offset', '1.5'],
    ['--port-offset'],
    ['--nope'],
    ['more'],
  ])('refuses %s %s and shows the options', (...args) => {
    expect(() => options(...args)).toThrow(LocalStackError);
  });
});

describe('makePlan', () => {
  it('shifts every port, and keeps the data of each offset apart', () => {
    const [plain, shifted] = [makePlan({}, options()), makePlan({}, options('--port-offset', '100'))];
    expect(plain.ports).toEqual({
      app: 3000,
      public: 3001,
      mcp: 3002,
      googleStandIn: 3003,
      microsoftStandIn: 3004,
      stripeStandIn: 3005,
      internetStandIn: 3006,
      temporal: 7233,
      temporalUi: 8233,
      postgres: 54329,
    });
    for (const [name, port] of Object.entries(plain.ports)) expect(shifted.ports).toHaveProperty(name, port + 100);
    expect(shifted.folder).not.toBe(plain.folder);
  });

  it('takes a port from its variable, or from the address that names one', () => {
    const { ports } = makePlan(
      { PORT_POSTGRES: '6000', APP_URL: 'http://localhost:4000' },
      options('--port-offset', '1'),
    );
    expect(ports).toMatchObject({ postgres: 6001, app: 4001 });
  });

  it('names the variable that is no port', () => {
    expect(() => makePlan({ PORT_MCP: '99999' }, options())).toThrow('PORT_MCP');
  });

  it('names a port at which no browser opens a page', () => {
    expect(() => makePlan({}, options('--port-offset', '3000'))).toThrow('Browsers block');
    expect(() => makePlan({ PORT_TEMPORAL_UI: '10080' }, options())).toThrow('Browsers block');
    expect(makePlan({ PORT_POSTGRES: '6000' }, options()).ports.postgres).toBe(6000);
  });

  it('opens no port for a server that the person brings', () => {
    const apps = {
      GOOGLE_CLIENT_ID: 'g',
      MICROSOFT_CLIENT_ID: 'm',
      STRIPE_SECRET_KEY: 'sk_test_x',
      ENRICHMENT: 'on',
    };
    const plan = makePlan({ DATABASE_URL: 'postgres://db/x', TEMPORAL_ADDRESS: 'far:7233', ...apps }, options());
    expect(Object.keys(portsToOpen(plan)).sort()).toEqual(['app', 'mcp', 'public']);
    expect(Object.keys(portsToOpen(makePlan({}, options())))).toHaveLength(10);
  });
});

describe('childEnvironment', () => {
  it('is a complete local configuration', () => {
    const config = checkedConfig(childEnvironment({}, makePlan({}, options('--port-offset', '100')), secrets));
    expect(config).toMatchObject({
      mode: 'local',
      appUrl: 'http://localhost:3100',
      databaseUrl: 'postgres://holdfast:p%2Fw@127.0.0.1:54429/holdfast',
      temporal: { address: '127.0.0.1:7333' },
    });
  });

  it('lets the person’s own servers and key win', () => {
    const env = {
      DATABASE_URL: 'postgres://db/x',
      TEMPORAL_ADDRESS: 'far:7233',
      SECRET_KEY: Buffer.alloc(40, 1).toString('base64'),
    };
    const config = checkedConfig(childEnvironment(env, makePlan(env, options()), secrets));
    expect(config).toMatchObject({ databaseUrl: 'postgres://db/x', temporal: { address: 'far:7233' } });
    expect(config.secretKey).toHaveLength(40);
  });

  it('reports a variable that worker and api would refuse before anything starts', () => {
    const env = childEnvironment({ LOG_LEVEL: 'loud' }, makePlan({}, options()), secrets);
    expect(() => checkedConfig(env)).toThrow(LocalStackError);
  });
});
