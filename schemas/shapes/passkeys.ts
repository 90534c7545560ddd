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

/** What browsers add by themselves. We ask for no extension, so nothing here is used. */
const addedByBrowsers = {
  authenticatorAttachment: z.string().max(40).nullish().describe('Taken, not used.'),
  clientExtensionResults: z.looseObject({}).optional().describe('Taken, not used.'),
};

/** A browser's answer to `navigator.credentials.get()`, as its `toJSON()` writes it; tomorrow's may have more. */
export const SignedChallenge = z.looseObject({
  id: base64url().describe('The passkey’s id (WebAuthn).'),
  rawId: base64url(),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: base64url(),
    authenticatorData: base64url(),
    signature: base64url(),
    userHandle: z
      .string()
      .max(LONGEST)
      .regex(/^[A-Za-z0-9_-]*={0,2}$/, 'must be base64url')
      .nullish(),
  }),
  ...addedByBrowsers,
});
export type SignedChallenge = z.output<typeof SignedChallenge>;

/** A browser's answer to `navigator.credentials.create()`, as its `toJSON()` writes it; tomorrow's may have more. */
export const NewCredential = z.looseObject({
  id: base64url().describe('The passkey’s id (WebAuthn).'),
  rawId: base64url(),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: base64url(),
    attestationObject: base64url(),
    transports: z.array(z.string().max(40)).max(10).optional(),
    authenticatorData: base64url().optional().describe('Taken, not used: attestationObject has it.'),
    publicKey: base64url().optional().describe('Taken, not used: attestationObject has it.'),
    publicKeyAlgorithm: z.int().optional().describe('Taken, not used: attestationObject has it.'),
  }),
  ...addedByBrowsers,
});
export type NewCredential = z.output<typeof NewCredential>;

const Descriptor = z.object({
  type: z.literal('public-key'),
  id: z.string().describe('The passkey’s id (WebAuthn).'),
  transports: z.array(z.string()).optional(),
});

/** For `navigator.credentials.get()`, in JSON: `PublicKeyCredential.parseRequestOptionsFromJSON` reads it. */
export const RequestOptions = z.object({
  challenge: z.string().describe('base64url'),
  timeout: z.int().positive().optional().describe('Milliseconds.'),
  rpId: z.string(),
  allowCredentials: z.array(Descriptor).describe('Empty: the authenticator offers the passkeys it has for rpId.'),
  userVerification: z.literal('required'),
});

/** For `navigator.credentials.create()`, in JSON: `PublicKeyCredential.parseCreationOptionsFromJSON` reads it. */
export const CreationOptions = z.object({
  challenge: z.string().describe('base64url'),
  timeout: z.int().positive(),
  rp: z.object({ id: z.string().describe('This service’s domain.'), name: z.string() }),
  user: z.object({ id: z.string().describe('base64url'), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
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
