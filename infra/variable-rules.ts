import { isIP } from 'node:net';
import { z } from 'zod';

/** What a variable may hold. A message never quotes the value: some are secrets. */
export const port = z
  .string()
  .regex(/^\d+$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'must be a port, 1 to 65535');

export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((text) => new URL(text))
  .refine((url) => url.pathname === '/' && url.search === '' && url.hash === '', 'must be an origin, without a path')
  .transform((url) => url.origin);

/** Comma-separated. */
export const origins = z
  .string()
  .transform((text) => text.split(',').map((one) => origin.safeParse(one.trim()).data))
  .refine((found) => found.every((one) => one !== undefined), 'must be origins without a path, comma-separated')
  .transform((found) => found.filter((one) => one !== undefined));

const MAIL_DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** Comma-separated, in lower case. */
export const mailDomains = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim().toLowerCase()))
  .refine(
    (found) => found.every((one) => MAIL_DOMAIN.test(one)),
    'must be mail domains such as agents.example.com, comma-separated',
  );

/** Stripe's form: it tells test mode from live mode. */
export const stripeKey = z
  .string()
  .regex(/^[sr]k_(test|live)_\w+$/, 'must be a secret key of Stripe: sk_live_…, rk_live_…');

export const stripeWebhookSecret = z.string().regex(/^whsec_\S+$/, 'must be the signing secret of a webhook: whsec_…');

export const secretKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64 (make one: openssl rand -base64 32)')
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length >= 32, 'must be at least 32 bytes in base64 (make one: openssl rand -base64 32)');

const TOKEN_KEY_BYTES = 32;
const TOKEN_KEYS_FORM = 'must be id:base64,… with keys of 32 bytes (make one: openssl rand -base64 32)';

/** `id:base64,…`: the first seals. `main` is the name of the key that is derived from SECRET_KEY. */
export const tokenKeys = z
  .string()
  .refine(
    (text) => text.split(',').every((one) => /^[\w.-]{1,32}:[A-Za-z0-9+/]{43}=?$/.test(one.trim())),
    TOKEN_KEYS_FORM,
  )
  .transform((text) =>
    text.split(',').map((one) => {
      const [id = '', base64 = ''] = one.trim().split(':');
      return { id, key: Buffer.from(base64, 'base64') };
    }),
  )
  .refine((keys) => keys.every(({ key }) => key.length === TOKEN_KEY_BYTES), TOKEN_KEYS_FORM)
  .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'must not name two keys alike')
  .refine((keys) => keys.every(({ id }) => id !== 'main'), 'must not name a key main: that is the one of SECRET_KEY');

export const ipAddress = z
  .string()
  .refine((text) => isIP(text) !== 0, 'must be an IP address: 127.0.0.1, 0.0.0.0 or ::');

const MAILBOX = /^(?:(?<name>[^<>"@]+) <(?<named>[^<>\s@]+@[^<>\s@]+)>|(?<bare>[^<>\s@]+@[^<>\s@]+))$/;

export const mailFrom = z
  .string()
  .regex(MAILBOX, 'must be an address, or Name <address>')
  .transform((text) => {
    const { name, named } = MAILBOX.exec(text)?.groups ?? {};
    return { name: name ?? 'Holdfast', email: named ?? text };
  });

/** Names of networks that Express knows. */
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

const isProxy = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  if (PROXY_NAMES.includes(text)) return true;
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

export const trustProxy = z
  .string()
  .refine((text) => text !== 'true', 'must be a number of hops or addresses; with "true" anyone could forge an address')
  .transform((text) => {
    if (text === 'false' || text === '0') return false;
    return /^\d+$/.test(text) ? Number(text) : text;
  })
  .refine(
    (trusted) => typeof trusted !== 'string' || trusted.split(',').every((proxy) => isProxy(proxy.trim())),
    'must be the number of proxies in front (0 for none), or their addresses and networks: 10.0.0.0/8, 127.0.0.1',
  );

export const issuer = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

export const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values, { error: `must be ${values.join(' or ')}` });
