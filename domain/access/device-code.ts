import { createHash, randomBytes } from 'node:crypto';
import { letterCodeOf } from './letter-code.ts';

/** The caller polls with it: 32 random bytes, 43 characters. Only its sha256 is stored. */
export const newDeviceCode = (): string => randomBytes(32).toString('base64url');

export const deviceCodeHash = (deviceCode: string): Buffer => createHash('sha256').update(deviceCode).digest();

/** A person compares or types it. */
export const newUserCode = (): string => letterCodeOf(randomBytes(8));
