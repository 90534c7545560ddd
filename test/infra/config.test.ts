import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig, loadPaymentsConfig } from '../../infra/config.ts';
import { lookUpWords } from '../../infra/look-up-variables.ts';

/** Differs in every run: a fixed key in the sources would be no secret. */
const KEY = randomBytes(32);
const SECRET_KEY = KEY.toString('base64');
const NEEDED = { DATABASE_URL: 'postgres://u:p@db:5432/holdfast', TEMPORAL_ADDRESS: 'temporal:7233', SECRET_KEY };
const LOCAL = { ...NEEDED, HOLDFAST_MODE: 'local' };
const PRODUCTION = {
  ...NEEDED,
  APP_URL: 'https://app.example.com',
  PUBLIC_URL: 'https://book.example.com/',
  MCP_URL: 'https://mcp.example.com',
  MAIL_FROM: 'Example Mail <mail@example.com>',
  POSTMARK_SERVER_TOKEN: 'postmark-secret',
};

const failureOf = (env: NodeJS.ProcessEnv): string => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('loadConfig', () => {
  it('gives a machine of one’s own three ports and their addresses', () => {
    expect(loadConfig(LOCAL)).toMatchObject({
      mode: 'local',
      ports: { app: 3000, public: 3001, mcp: 3002 },
      appUrl: 'http://localhost:3000',
      publicUrl: 'http://localhost:3001',
      mcpUrl: 'http://localhost:3002',
      temporal: { address: 'temporal:7233', namespace: 'default', tls: false },
      trustProxy: false,
      rateLimitFactor: 1,
    });
  });

  it('takes a port from PORT_APP before APP_URL, and the address as it is given', () => {
    const both = loadConfig({ ...LOCAL, APP_URL: 'http://localhost:4000', PORT_APP: '5000' });
    expect(both).toMatchObject({ appUrl: 'http://localhost:4000', ports: { app: 5000 } });
    expect(loadConfig({ ...LOCAL, PUBLIC_URL: 'http://localhost:4001' }).ports).toMatchObject({ public: 4001 });
    expect(loadConfig({ ...LOCAL, APP_URL: 'https://tunnel.example' }).ports).toMatchObject({ app: 3000 });
  });

  it('opens one port in production, which is also the mode of an empty environment', () => {
    expect(loadConfig({ ...PRODUCTION, PORT: '8080' })).toMatchObject({
      mode: 'production',
      ports: { single: 8080 },
      publicUrl: 'https://book.example.com',
      mailFrom: { name: 'Example Mail', email: 'mail@example.com' },
    });
  });

  it('names every missing variable at once', () => {
    const message = failureOf({});
    for (const name of [
      ...Object.keys(NEEDED),
      'APP_URL',
      'PUBLIC_URL',
      'MCP_URL',
      'MAIL_FROM',
      'POSTMARK_SERVER_TOKEN',
    ])
      expect(message).toContain(`${name} is missing`);
    expect(failureOf({ HOLDFAST_MODE: 'local' })).not.toContain('MAIL_FROM');
  });

  it('counts an empty variable as a missing one', () => {
    expect(failureOf({ ...LOCAL, DATABASE_URL: '' })).toContain('DATABASE_URL is missing');
    expect(loadConfig({ ...LOCAL, REDIS_URL: '' }).redisUrl).toBeUndefined();
  });

  it.each([
    ['HOLDFAST_MODE', 'staging'],
    ['APP_URL', 'localhost:3000'],
    ['APP_URL', 'https://app.example.com/path'],
    ['PORT_APP', '0'],
    ['PORT_APP', '70000'],
    ['PORT_APP', '3000x'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['TEMPORAL_ADDRESS', 'https://temporal:7233'],
    ['TEMPORAL_TLS', 'yes'],
    ['REDIS_URL', 'http://redis'],
    ['MAIL_FROM', 'not an address'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8, proxy.internal'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['RATE_LIMIT_FACTOR', 'many'],
    ['SECRET_KEY', Buffer.alloc(31).toString('base64')],
    ['SECRET_KEY', 'not base64!'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT_API', '-1'],
    ['METRICS_PORT_WORKER', '0'],
    ['METRICS_ADDRESS', 'metrics.internal'],
    ['LISTEN_ADDRESS', '127.0.0.1:3000'],
    ['DRAIN_SECONDS', '1.5'],
    ['DRAIN_SECONDS', '3600'],
    ['BUILD_ID', 'two words'],
    ['TASK_QUEUE', "it's"],
    ['TASK_QUEUE', 'my queue'],
  ])('refuses %s=%s and says which variable it is', (name, value) => {
    expect(failureOf({ ...LOCAL, [name]: value })).toContain(`${name} `);
  });

  it.each(['APP_URL', 'PUBLIC_URL', 'MCP_URL'])(
    'refuses http:// for %s in production, but not on this machine',
    (name) => {
      expect(failureOf({ ...PRODUCTION, [name]: 'http://book.example.com' })).toContain(
        `${name} must begin with https:// in production`,
      );
      for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
        expect(failureOf({ ...PRODUCTION, [name]: own })).toBe('');
      expect(failureOf({ ...LOCAL, [name]: 'http://book.example.com' })).toBe('');
    },
  );

  it.each([
    ['of zeros', Buffer.alloc(32)],
    ['of one byte', Buffer.alloc(40, 7)],
    ['of a repeated word', Buffer.from('change-me-now-please!'.repeat(3))],
    ['of few letters', Buffer.from('abcdefghijklmno'.repeat(2).concat('oo'))],
    ['that counts', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
  ])('refuses a key %s in production and says how to make one', (_, key) => {
    const weak = { SECRET_KEY: key.toString('base64') };
    expect(failureOf({ ...PRODUCTION, ...weak })).toMatch(/SECRET_KEY follows a pattern.*openssl rand -base64 32/);
    expect(failureOf({ ...LOCAL, ...weak })).toBe('');
  });

  it('refuses two URLs of one host in production: the Host header could not tell them apart', () => {
    const two = (APP_URL: string, PUBLIC_URL: string) => failureOf({ ...PRODUCTION, APP_URL, PUBLIC_URL });
    expect(two('http://localhost:3777', 'http://127.0.0.1:3777')).toContain(
      'PUBLIC_URL must have another host than APP_URL',
    );
    expect(two('https://one.example.com', 'https://one.example.com')).toContain('another host');
    expect(two('http://127.0.0.1:3777', 'http://127.0.0.2:3777')).toBe('');
    expect(failureOf({ ...LOCAL, APP_URL: 'http://localhost:3777', PUBLIC_URL: 'http://127.0.0.1:3777' })).toBe('');
  });

  it('names what is unsafe beside what is wrong, at once', () => {
    const SECRET_KEY = Buffer.alloc(32).toString('base64');
    const message = failureOf({ ...PRODUCTION, SECRET_KEY, PORT: 'many', APP_URL: 'http://app.example.com' });
    for (const problem of ['PORT ', 'APP_URL must begin with https://', 'SECRET_KEY follows a pattern'])
      expect(message).toContain(problem);
  });

  it('takes any random key', () => {
    for (let tried = 0; tried < 2_000; tried++)
      expect(failureOf({ ...PRODUCTION, SECRET_KEY: randomBytes(32).toString('base64') })).toBe('');
  });

  it('listens on this machine only, unless an address is given', () => {
    expect(loadConfig(PRODUCTION)).toMatchObject({ listenAddress: '127.0.0.1', metricsAddress: '127.0.0.1' });
    const open = loadConfig({ ...PRODUCTION, LISTEN_ADDRESS: '0.0.0.0', METRICS_ADDRESS: '::' });
    expect(open).toMatchObject({ listenAddress: '0.0.0.0', metricsAddress: '::' });
  });

  it('waits five seconds before it closes in production, and not at all in local mode', () => {
    expect([loadConfig(PRODUCTION), loadConfig(LOCAL)].map(({ drainSeconds }) => drainSeconds)).toEqual([5, 0]);
    expect(loadConfig({ ...LOCAL, DRAIN_SECONDS: '12' }).drainSeconds).toBe(12);
  });

  it('never quotes a value: some are secrets', () => {
    const message = failureOf({ ...LOCAL, SECRET_KEY: 'hunter2!', DATABASE_URL: 'hunter3' });
    expect(message).not.toMatch(/hunter/);
  });

  it('reads a bare sender address whole', () => {
    expect(loadConfig({ ...LOCAL, MAIL_FROM: 'mail@example.com' }).mailFrom).toEqual({
      name: 'Holdfast',
      email: 'mail@example.com',
    });
  });

  it('trusts hops by number and proxies by address', () => {
    const trusted = (text: string) => loadConfig({ ...LOCAL, TRUST_PROXY: text }).trustProxy;
    expect([trusted('2'), trusted('0'), trusted('10.0.0.0/8, ::1, loopback')]).toEqual([
      2,
      false,
      '10.0.0.0/8, ::1, loopback',
    ]);
  });

  it('takes where Temporal shows its flows, without the last slash', () => {
    const { temporal } = loadConfig({ ...LOCAL, TEMPORAL_UI_URL: 'https://ui.test/temporal/' });
    expect(temporal.uiUrl).toBe('https://ui.test/temporal');
  });

  it('encrypts the way to Temporal whenever an API key travels on it', () => {
    expect(loadConfig({ ...LOCAL, TEMPORAL_API_KEY: 'k' }).temporal).toMatchObject({ tls: true, apiKey: 'k' });
    expect(loadConfig({ ...LOCAL, TEMPORAL_TLS: 'true' }).temporal.tls).toBe(true);
  });

  it('offers an identity provider whose client is given whole', () => {
    expect(loadConfig(LOCAL).identityProviders).toEqual({});
    const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hush' };
    expect(loadConfig({ ...LOCAL, ...client }).identityProviders).toEqual({
      google: { clientId: 'id', clientSecret: 'hush', issuer: 'https://accounts.google.com' },
    });
    const microsoft = {
      MICROSOFT_CLIENT_ID: 'id',
      MICROSOFT_CLIENT_SECRET: 'hush',
      MICROSOFT_ISSUER: 'https://login.example/t',
    };
    expect(loadConfig({ ...LOCAL, ...microsoft }).identityProviders.microsoft?.issuer).toBe('https://login.example/t');
    expect(failureOf({ ...LOCAL, GOOGLE_CLIENT_ID: 'id' })).toContain('GOOGLE_CLIENT_SECRET is missing');
    expect(failureOf({ ...LOCAL, MICROSOFT_CLIENT_SECRET: 'hush' })).toContain('MICROSOFT_CLIENT_ID is missing');
    expect(failureOf({ ...LOCAL, MICROSOFT_CLIENT_SECRET: 'hush' })).not.toContain('hush');
  });

  it('takes tokens of Apple for the named apps; in local mode also those of a stand-in', () => {
    const ids = { APPLE_CLIENT_IDS: 'com.example.app, com.example.web' };
    const standIn = { APPLE_STAND_IN_URL: 'http://127.0.0.1:3006' };
    expect(loadConfig(LOCAL).apple).toBeUndefined();
    expect(loadConfig({ ...PRODUCTION, ...ids }).apple).toEqual({
      clientIds: ['com.example.app', 'com.example.web'],
      issuer: 'https://appleid.apple.com',
      keysUrl: 'https://appleid.apple.com/auth/keys',
    });
    expect(loadConfig({ ...LOCAL, ...ids, ...standIn }).apple).toMatchObject({
      issuer: 'http://127.0.0.1:3006',
      keysUrl: 'http://127.0.0.1:3006/auth/keys',
    });
    expect(failureOf({ ...LOCAL, ...standIn })).toContain('APPLE_CLIENT_IDS is missing beside APPLE_STAND_IN_URL');
    expect(failureOf({ ...PRODUCTION, ...ids, ...standIn })).toContain('APPLE_STAND_IN_URL is for local mode alone');
    expect(failureOf({ ...LOCAL, APPLE_CLIENT_IDS: 'com.example.app,,hush it' })).toContain('APPLE_CLIENT_IDS must be');
    expect(failureOf({ ...LOCAL, APPLE_CLIENT_IDS: 'com.example.app,,hush it' })).not.toContain('hush');
  });

  it('keeps all bytes of the key', () => {
    expect(loadConfig(LOCAL).secretKey).toEqual(KEY);
  });

  it('connects calendars by the registrations of sign-in; in local mode else at the stand-ins', () => {
    expect(loadConfig(LOCAL).calendarApps).toEqual({});
    const standIns = { GOOGLE_STAND_IN_URL: 'http://127.0.0.1:3003', MICROSOFT_STAND_IN_URL: 'http://127.0.0.1:3004' };
    const registered = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(loadConfig({ ...LOCAL, ...standIns, ...registered }).calendarApps).toMatchObject({
      google: { label: 'Google', clientId: 'id', apiUrl: 'https://www.googleapis.com/' },
      microsoft: { label: 'Microsoft (local stand-in)', issuer: 'http://127.0.0.1:3004/common/v2.0' },
    });
    const message = failureOf({ ...PRODUCTION, ...standIns });
    expect(message).toContain('GOOGLE_STAND_IN_URL is for local mode alone');
    expect(message).toContain('MICROSOFT_STAND_IN_URL is for local mode alone');
  });

  it('looks companies up on the internet, at the stand-in, or not at all', () => {
    const standIn = { INTERNET_STAND_IN_URL: 'http://127.0.0.1:3006' };
    const lookUps = (env: NodeJS.ProcessEnv) => {
      const { enrichment, internetStandInUrl } = loadConfig(env);
      return [enrichment, internetStandInUrl];
    };
    expect(lookUps(PRODUCTION)).toEqual([true, undefined]);
    expect(lookUps({ ...PRODUCTION, ENRICHMENT: 'off' })).toEqual([false, undefined]);
    expect(lookUps(LOCAL)).toEqual([false, undefined]);
    expect(lookUps({ ...LOCAL, ...standIn })).toEqual([true, 'http://127.0.0.1:3006']);
    expect(lookUps({ ...LOCAL, ...standIn, ENRICHMENT: 'on' })).toEqual([true, undefined]);
    expect(lookUps({ ...LOCAL, ...standIn, ENRICHMENT: 'off' })).toEqual([false, undefined]);
    expect(failureOf({ ...PRODUCTION, ...standIn })).toContain('INTERNET_STAND_IN_URL is for local mode alone');
    expect(failureOf({ ...LOCAL, ENRICHMENT: 'yes' })).toContain('ENRICHMENT must be on or off');
  });

  it('says at the start of a worker whether companies are looked up, and through what', () => {
    const words = (env: NodeJS.ProcessEnv) => lookUpWords(loadConfig(env), ['10.0.0.2']);
    expect(words(PRODUCTION)).toEqual({ lookUps: 'on', through: 'the internet', dnsServers: ['10.0.0.2'] });
    expect(words({ ...LOCAL, INTERNET_STAND_IN_URL: 'http://127.0.0.1:3006' })).toEqual({
      lookUps: 'on',
      through: 'the stand-in at http://127.0.0.1:3006',
    });
    expect(words(LOCAL)).toEqual({ lookUps: 'off' });
  });

  it('takes payments at Stripe with both variables; in local mode else at the stand-in', () => {
    const [key, secret] = [{ STRIPE_SECRET_KEY: 'sk_test_hush' }, { STRIPE_WEBHOOK_SECRET: 'whsec_hush' }];
    const standIn = { STRIPE_STAND_IN_URL: 'http://127.0.0.1:3005' };
    expect(loadConfig(LOCAL).payments).toBeUndefined();
    expect(loadConfig({ ...LOCAL, ...standIn }).payments).toMatchObject({ apiUrl: 'http://127.0.0.1:3005' });
    const real = {
      label: 'Stripe',
      apiUrl: 'https://api.stripe.com',
      secretKey: 'sk_test_hush',
      webhookSecret: 'whsec_hush',
    };
    expect(loadConfig({ ...PRODUCTION, ...key, ...secret }).payments).toEqual(real);
    expect(loadConfig({ ...LOCAL, ...standIn, ...key }).payments).toEqual({ ...real, webhookSecret: null });
    expect(loadConfig(PRODUCTION).payments).toBeUndefined();
    expect(failureOf({ ...PRODUCTION, ...key })).toContain('STRIPE_WEBHOOK_SECRET is missing beside STRIPE_SECRET_KEY');
    expect(failureOf({ ...LOCAL, ...secret })).toContain('STRIPE_SECRET_KEY is missing beside STRIPE_WEBHOOK_SECRET');
    expect(failureOf({ ...PRODUCTION, ...standIn })).toContain('STRIPE_STAND_IN_URL is for local mode alone');
    for (const wrong of ['pk_test_hush', 'sk_hush', 'hush', 'sk_live_hu sh']) {
      const message = failureOf({ ...LOCAL, STRIPE_SECRET_KEY: wrong });
      expect(message).toContain('STRIPE_SECRET_KEY must be a secret key of Stripe');
      expect(message).not.toContain('hu');
    }
    expect(failureOf({ ...LOCAL, ...key, STRIPE_WEBHOOK_SECRET: 'hush' })).toContain('STRIPE_WEBHOOK_SECRET must be');
  });

  it('lets payment pages return to the origins that are listed, and to nothing that is no origin', () => {
    const load = (text: string) => loadConfig({ ...LOCAL, CHECKOUT_RETURN_ORIGINS: text }).checkoutReturnOrigins;
    expect(loadConfig(LOCAL).checkoutReturnOrigins).toEqual([]);
    expect(load('https://a.test, http://localhost:5173/')).toEqual(['https://a.test', 'http://localhost:5173']);
    for (const wrong of ['*', 'a.test', '//a.test', 'javascript:alert(1)', 'https://a.test/path', 'https://a.test,'])
      expect(failureOf({ ...LOCAL, CHECKOUT_RETURN_ORIGINS: wrong })).toContain(
        'CHECKOUT_RETURN_ORIGINS must be origins',
      );
  });

  it('gives the tool that sets billing up what it needs, before there is a secret of webhooks', () => {
    const env = { APP_URL: 'https://app.acme.test', STRIPE_SECRET_KEY: 'rk_live_hush' };
    expect(loadPaymentsConfig(env)).toMatchObject({
      appUrl: 'https://app.acme.test',
      payments: { secretKey: 'rk_live_hush' },
    });
    expect(() => loadPaymentsConfig({})).toThrow('STRIPE_SECRET_KEY is missing');
  });

  it('takes keys for the tokens of calendars, and refuses all that could lose one', () => {
    const [one, other] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const load = (keys: string) => loadConfig({ ...LOCAL, CALENDAR_TOKEN_KEYS: keys }).calendarTokenKeys;
    expect(load(`b:${one}, a:${other}`)).toEqual([
      { id: 'b', key: Buffer.from(one, 'base64') },
      { id: 'a', key: Buffer.from(other, 'base64') },
    ]);
    expect(loadConfig(LOCAL).calendarTokenKeys).toEqual([]);
    const short = randomBytes(16).toString('base64');
    for (const wrong of [one, `a:${short}`, `a:${one},a:${other}`, `main:${one}`, `a:${one},`, `:${one}`]) {
      const message = failureOf({ ...LOCAL, CALENDAR_TOKEN_KEYS: wrong });
      expect(message).toContain('CALENDAR_TOKEN_KEYS must');
      expect(message).not.toContain(one);
    }
  });
});
