import { z } from 'zod';

/** Bundle ids and service ids, as Apple allows them. Comma-separated. */
const clientIds = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine(
    (ids) => ids.every((id) => /^[A-Za-z0-9.-]{1,255}$/.test(id)),
    'must be bundle ids or service ids of Apple such as com.example.app, comma-separated',
  );

export const appleClientIds = clientIds.optional();

/** Whose tokens Sign in with Apple takes, and for which apps. */
export interface AppleClient {
  readonly clientIds: readonly string[];
  readonly issuer: string;
  readonly keysUrl: string;
}

/** A stand-in needs to know for which apps it signs. */
export const halfOfApple = (given: NodeJS.ProcessEnv): string[] =>
  given.APPLE_STAND_IN_URL !== undefined && given.APPLE_CLIENT_IDS === undefined
    ? ['APPLE_CLIENT_IDS is missing beside APPLE_STAND_IN_URL']
    : [];

const APPLE = 'https://appleid.apple.com';

interface AppleVariables {
  readonly APPLE_CLIENT_IDS?: readonly string[] | undefined;
  readonly APPLE_STAND_IN_URL?: string | undefined;
}

export function appleOf({ APPLE_CLIENT_IDS: ids, APPLE_STAND_IN_URL: url }: AppleVariables): AppleClient | undefined {
  const issuer = url ?? APPLE;
  return ids && { clientIds: ids, issuer, keysUrl: `${issuer}/auth/keys` };
}
