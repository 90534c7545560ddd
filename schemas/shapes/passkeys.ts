import { z } from 'zod';
import { line } from './fields.ts';

const LONGEST = 16_384;

/** As the spec writes it: the padding of some libraries is allowed. */
const base64url = (most = LONGEST) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'must be base64url');

/** Fields that browsers add by themselves. No extension is requested, so nothing here is used. */
const addedByBrowsers = {
  authenticatorAttachment: z.string().max(40).nullish().describe('Taken, not used.'),
  clientExtensionResults: z.looseObject({}).optional().describe('Taken, not used.'),
};

/** A browser's answer to `navigator.credentials.get()`, as its `toJSON()` writes it; tomorrow's may have more. */
export const SignedChallenge = z.looseObject({
  id: base64url().describe('The passkey’s id (WebAuthn).'),
  rawId: base64url().describe('The credential’s id (WebAuthn).'),
  type: z.literal('public-key'),
  response: z
    .looseObject({
      clientDataJSON: base64url().describe('What the browser signed (WebAuthn).'),
      authenticatorData: base64url().describe('The authenticator data (WebAuthn).'),
      signature: base64url(),
      userHandle: z
        .string()
        .max(LONGEST)
        .regex(/^[A-Za-z0-9_-]*={0,2}$/, 'must be base64url')
        .nullish()
        .describe('The person’s handle (WebAuthn); null: none.'),
    })
    .describe('The authenticator’s answer (WebAuthn).'),
  ...addedByBrowsers,
});
export type SignedChallenge = z.output<typeof SignedChallenge>;

/** A browser's answer to `navigator.credentials.create()`, as its `toJSON()` writes it; tomorrow's may have more. */
export const NewCredential = z.looseObject({
  id: base64url().describe('The passkey’s id (WebAuthn).'),
  rawId: base64url().describe('The credential’s id (WebAuthn).'),
  type: z.literal('public-key'),
  response: z
    .looseObject({
      clientDataJSON: base64url().describe('What the browser signed (WebAuthn).'),
      attestationObject: base64url().describe('The new key (WebAuthn).'),
      transports: z
        .array(z.string().max(40))
        .max(10)
        .optional()
        .describe('The transports of the authenticator (WebAuthn).'),
      authenticatorData: base64url().optional().describe('Taken, not used: attestationObject has it.'),
      publicKey: base64url().optional().describe('Taken, not used: attestationObject has it.'),
      publicKeyAlgorithm: z.int().optional().describe('Taken, not used: attestationObject has it.'),
    })
    .describe('The authenticator’s answer (WebAuthn).'),
  ...addedByBrowsers,
});
export type NewCredential = z.output<typeof NewCredential>;

const Descriptor = z.object({
  type: z.literal('public-key'),
  id: z.string().describe('The passkey’s id (WebAuthn).'),
  transports: z.array(z.string()).optional().describe('The transports of the authenticator (WebAuthn).'),
});

/** For `navigator.credentials.get()`, in JSON: `PublicKeyCredential.parseRequestOptionsFromJSON` reads it. */
export const RequestOptions = z.object({
  challenge: z.string().describe('base64url'),
  timeout: z.int().positive().optional().describe('Milliseconds.'),
  rpId: z.string().describe('This service’s domain (WebAuthn).'),
  allowCredentials: z.array(Descriptor).describe('Empty: the authenticator offers the passkeys it has for rpId.'),
  userVerification: z.literal('required').describe('Whether user verification is required (WebAuthn).'),
});

/** For `navigator.credentials.create()`, in JSON: `PublicKeyCredential.parseCreationOptionsFromJSON` reads it. */
export const CreationOptions = z.object({
  challenge: z.string().describe('base64url'),
  timeout: z.int().positive().describe('Timeout in milliseconds.'),
  rp: z
    .object({ id: z.string().describe('This service’s domain.'), name: z.string() })
    .describe('This service (WebAuthn).'),
  user: z.object({ id: z.string().describe('base64url'), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z
    .array(z.object({ type: z.literal('public-key'), alg: z.int().describe('The algorithm’s number (COSE).') }))
    .describe('The accepted key types (WebAuthn).'),
  attestation: z.literal('none').describe('The requested attestation (WebAuthn).'),
  excludeCredentials: z.array(Descriptor).describe('Existing passkeys.'),
  authenticatorSelection: z
    .object({
      residentKey: z.literal('required').describe('Whether the passkey stays on the device (WebAuthn).'),
      requireResidentKey: z.literal(true).describe('The same for older browsers (WebAuthn).'),
      userVerification: z.literal('required').describe('Whether user verification is required (WebAuthn).'),
    })
    .describe('The accepted authenticators (WebAuthn).'),
});

/** A passkey as its person sees it. */
export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z
    .enum(['active', 'blocked'])
    .describe('blocked: its counter went back, so it may have been copied. It signs nobody in; remove it.'),
  synced: z.boolean().describe('A passkey manager keeps it on more than one device.'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('null: never used.'),
});

export const PasskeyName = line(1, 80);
