import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';
import type { NewCredential, SignedChallenge } from '../../../schemas/shapes/passkeys.ts';

/** Statements that an honest authenticator and browser never make. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly counter?: number;
  readonly backupEligible?: boolean;
  readonly userHandle?: string | null;
}

type Made = z.input<typeof NewCredential>;
type Signed = z.input<typeof SignedChallenge>;

const [PRESENT, VERIFIED, BACKUP_ELIGIBLE, ATTESTED] = [0x01, 0x04, 0x08, 0x40];

/**
 * An authenticator with one ES256 credential, and the browser around it. It signs whatever it is told, so that a test can break one thing of
 * an answer that is right otherwise.
 */
export class SoftwareAuthenticator {
  readonly origin: string;
  readonly credentialId: Buffer;
  readonly #key: KeyObject;
  #userHandle: string | null = null;
  counter = 0;

  /** @param imported a credential that another authenticator has made */
  constructor(origin: string, imported?: { readonly credentialId: Buffer; readonly privateKey: Buffer }) {
    this.origin = origin;
    this.credentialId = imported?.credentialId ?? randomBytes(32);
    this.#key = imported
      ? createPrivateKey({ key: imported.privateKey, format: 'der', type: 'pkcs8' })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  }

  get id(): string {
    return this.credentialId.toString('base64url');
  }

  /** The answer of `navigator.credentials.create()`, without attestation. */
  make(options: { readonly challenge: string; readonly user: { readonly id: string } }, lies: Lies = {}): Made {
    this.#userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.#coseKey()]);
    const authData = Buffer.concat([this.#authenticatorData(ATTESTED, lies), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, lies).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The answer of `navigator.credentials.get()`. */
  sign({ challenge }: { readonly challenge: string }, lies: Lies = {}): Signed {
    const clientData = this.#clientData('webauthn.get', challenge, lies);
    const authData = this.#authenticatorData(0, lies);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#key).toString('base64url'),
        userHandle: lies.userHandle === undefined ? this.#userHandle : lies.userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    const { origin = this.origin, crossOrigin = false } = lies;
    const data = { type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin, crossOrigin };
    return Buffer.from(JSON.stringify(data));
  }

  #authenticatorData(flags: number, lies: Lies): Buffer {
    const rpId = lies.rpId ?? new URL(this.origin).hostname;
    const all =
      flags |
      (lies.isPresent === false ? 0 : PRESENT) |
      (lies.isVerified === false ? 0 : VERIFIED) |
      (lies.backupEligible ? BACKUP_ELIGIBLE : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counter]);
  }

  /** RFC 9053: kty EC2, alg ES256, crv P-256, x, y. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#key.export({ format: 'jwk' }) as { x?: string; y?: string };
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }
}
