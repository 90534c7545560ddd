import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { signingTokenKey } from '../../../domain/oauth/token-keys.ts';
import type { Stack } from '../stack/stack.ts';
import { claimsOf } from './oauth-app.ts';

type Claims = Record<string, unknown>;
interface Header {
  readonly alg?: string;
  readonly typ?: string;
  readonly kid?: string;
}

/** Signs claims with the server's own key, as only it can: to show that each claim counts. */
export async function signed({ secrets }: Stack, claims: Claims, header: Header = {}): Promise<string> {
  const { kid, privateJwk } = signingTokenKey(secrets, Date.now());
  const key = await importJWK(privateJwk, 'ES256');
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header }).sign(key);
}

const now = (): number => Math.floor(Date.now() / 1_000);
const without = (claims: Claims, name: string): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));

/** Tokens that are like a good one but for one thing, by what is wrong. */
export const forgeries: Readonly<Record<string, (stack: Stack, good: string) => Promise<string> | string>> = {
  'another audience': (stack, good) => signed(stack, { ...claimsOf(good), aud: stack.appUrl }),
  'several audiences, ours among them': (stack, good) =>
    signed(stack, { ...claimsOf(good), aud: [`${stack.mcpUrl}/mcp`, 'https://other.example'] }),
  'no audience': (stack, good) => signed(stack, without(claimsOf(good), 'aud')),
  'another issuer': (stack, good) => signed(stack, { ...claimsOf(good), iss: 'https://evil.example' }),
  'the issuer with a slash': (stack, good) => signed(stack, { ...claimsOf(good), iss: `${stack.appUrl}/` }),
  'another type': (stack, good) => signed(stack, claimsOf(good), { typ: 'JWT' }),
  'the type of an intent token': (stack, good) => signed(stack, claimsOf(good), { typ: 'agent-intent+jwt' }),
  'a time that is over': (stack, good) => signed(stack, { ...claimsOf(good), iat: now() - 7_200, exp: now() - 60 }),
  'no end': (stack, good) => signed(stack, without(claimsOf(good), 'exp')),
  'no grant': (stack, good) => signed(stack, without(claimsOf(good), 'gid')),
  'a grant that is not there': (stack, good) => signed(stack, { ...claimsOf(good), gid: randomUUID() }),
  'another person': (stack, good) => signed(stack, { ...claimsOf(good), sub: randomUUID() }),
  'the algorithm none': (_stack, good) => new UnsecuredJWT(claimsOf(good)).encode(),
  'the algorithm none, and the signature of another': (_stack, good) => {
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    const [, claims, signature] = good.split('.');
    return `${header}.${claims}.${signature}`;
  },
  'HS256 with the public key as its secret': async ({ secrets }, good) => {
    const { kid, publicKey } = signingTokenKey(secrets, Date.now());
    const secret = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }));
    return new SignJWT(claimsOf(good)).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid }).sign(secret);
  },
  'another key under our key id': async ({ secrets }, good) => {
    const { kid } = signingTokenKey(secrets, Date.now());
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return new SignJWT(claimsOf(good)).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid }).sign(privateKey);
  },
  'a key of its own in the header': async (_stack, good) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' }) as { kty: string };
    return new SignJWT(claimsOf(good)).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', jwk }).sign(privateKey);
  },
  'changed claims under the old signature': (_stack, good) => {
    const [header, , signature] = good.split('.');
    const claims = Buffer.from(JSON.stringify({ ...claimsOf(good), scope: 'workspace.act' })).toString('base64url');
    return `${header}.${claims}.${signature}`;
  },
  'ten times its length': (_stack, good) => good.repeat(10),
};
