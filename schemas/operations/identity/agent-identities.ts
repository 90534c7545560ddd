import { z } from 'zod';
import { intentErrors, keyedReadErrors, keyedWriteErrors } from '../../errors.ts';
import { defineArea, type Operation } from '../../operation.ts';
import { AgentScope, EVERYONE } from '../../shapes/access.ts';
import { Email, line, SixDigits } from '../../shapes/fields.ts';
import { fromStranger, Untrusted } from '../../shapes/untrusted.ts';

const principalId = z.uuid().describe('Of register_agent_identity.');
const GrantedScopes = z.array(AgentScope).describe('What the person allowed.');

/** Of the key that registers: the header changes nothing, so that a client may send it with all its calls. */
const ofKey = {
  surface: 'host',
  method: 'POST',
  auth: { scope: 'workspace.act', roles: EVERYONE, keyOnly: true, intent: 'ignored' },
  effect: 'write',
  rateClass: 'keyed',
  flow: true,
  errors: [
    ...keyedWriteErrors,
    'agent.principal.key_mismatch',
    'agent.principal.revoked',
    'agent.principal.not_verified',
  ],
} as const satisfies Partial<Operation>;

/** Kept and shown to nobody but the agent. */
const LARGEST_METADATA = 2_000;
const MAX_METADATA_KEYS = 20;
const Metadata = z
  .record(z.string().min(1).max(40), z.unknown())
  .refine((all) => Object.keys(all).length <= MAX_METADATA_KEYS, `has at most ${MAX_METADATA_KEYS} keys`)
  .refine((all) => JSON.stringify(all).length <= LARGEST_METADATA, `has at most ${LARGEST_METADATA} characters as JSON`)
  .meta({ maxProperties: MAX_METADATA_KEYS })
  .describe(
    'Your own values, kept with the identity: at most 20 keys of 1 to 40 characters, and 2,000 characters as JSON.',
  );

const IntentToken = {
  intentToken: z
    .string()
    .describe(
      'Send it as X-Svc-Agent-Intent beside the same key. Secret, 15 minutes; renew_agent_intent makes another.',
    ),
  expiresAt: z.iso.datetime().describe('When intentToken ends.'),
  scopes: GrantedScopes,
  instructions: z.string().describe('What to do next.'),
};

/** How an agent gets a person's consent to act for them (spec, Agent identity). */
export const agentIdentities = defineArea({
  registerIdentity: {
    ...ofKey,
    title: 'Ask to act for a person',
    summary:
      'Mails a six-digit code to the person for whom you want to act, with your name and that of the workspace. Ask them for the code, then call verify_agent_identity with it within 10 minutes. Repeating while it is pending returns the same identity; after 30 seconds it mails a new code, which ends the old one. Example: {"prospectEmail": "ada@example.com", "agentLabel": "Ada’s assistant"}.',
    path: '/agent/identities',
    tool: 'register_agent_identity',
    errors: keyedWriteErrors,
    input: z.strictObject({
      prospectEmail: Email.describe('The person’s own address: only who reads it can consent.'),
      agentLabel: line(1, 160).describe('What you are called; the person reads it in the mail and on their home page.'),
      prospectName: line(1, 120)
        .optional()
        .describe('The person’s name, for the account that agent_signup_user makes.'),
      prospectCompany: line(1, 120).optional().describe('Their company; kept with the identity.'),
      metadata: Metadata.optional(),
    }),
    output: z.object({
      principalId,
      status: z.literal('pending'),
      verificationExpiresAt: z.iso.datetime().describe('When the code ends, and the identity with it.'),
      instructions: z.string().describe('What to do next.'),
    }),
  },
  verifyIdentity: {
    ...ofKey,
    title: 'Enter the person’s code',
    summary:
      'Proves the person’s consent by the code of their mail, and grants the scopes that you name: ask only for what you need. Returns the intent token (15 minutes). Only the key that registered can. A wrong code: 422 with attemptsLeft. Once verified: 409; renew_agent_intent makes further tokens. Example: {"principalId": "…", "code": "123456", "scopes": ["agent.booking.read", "agent.booking.write"]}.',
    path: '/agent/identities/{principalId}/verify',
    tool: 'verify_agent_identity',
    input: z.strictObject({
      principalId,
      code: SixDigits.describe('The six digits that the person read. Never guess.'),
      scopes: z
        .array(AgentScope)
        .min(1)
        .max(9)
        .describe('1 to 9 of the scopes. Each call later needs the one that its description names.'),
    }),
    output: z.object({ principalId, status: z.literal('verified'), ...IntentToken }),
  },
  getIdentity: {
    ...ofKey,
    title: 'Read an agent identity',
    summary:
      'How an identity stands: its person, its scopes, when it ends. Needs the intent token of this identity with the scope agent.identity.read.',
    method: 'GET',
    path: '/agent/identities/{principalId}',
    auth: {
      scope: 'any',
      roles: EVERYONE,
      keyOnly: true,
      intent: { scope: 'agent.identity.read', required: true, as: 'key', onStop: 'nothing_made' },
    },
    effect: 'read',
    tool: 'get_agent_identity',
    errors: [...keyedReadErrors, ...intentErrors],
    input: z.strictObject({ principalId }),
    output: z.object({
      untrusted: Untrusted,
      principalId,
      status: z.enum(['pending', 'verified', 'revoked', 'expired']),
      scopes: GrantedScopes,
      agentLabel: fromStranger(z.string()).describe('The agent’s name as the person sees it.'),
      prospectEmail: z.string().describe('The email address of the person for whom the agent acts.'),
      prospectName: fromStranger(z.string().nullable()).describe('Their name; null: not stated.'),
      prospectCompany: fromStranger(z.string().nullable()).describe('Their company; null: not stated.'),
      metadata: fromStranger(z.record(z.string(), z.unknown())).describe('Data of the caller, stored unchanged.'),
      user: z.object({ id: z.uuid(), email: z.string() }).nullable().describe('null: the person has no account yet.'),
      createdAt: z.iso.datetime(),
      verifiedAt: z.iso.datetime().nullable().describe('When the person verified the address (UTC); null: not yet.'),
      lapsesAt: z.iso.datetime().describe('When it ends unless a token is renewed: 90 days after the last one.'),
    }),
  },
  revokeIdentity: {
    ...ofKey,
    title: 'End an agent identity',
    summary:
      'Ends an identity at once and for good, with every intent token of it. What was done stays. Repeating returns the same. Only the key that registered it can; the person can on their home page.',
    path: '/agent/identities/{principalId}/revoke',
    auth: { scope: 'any', roles: EVERYONE, keyOnly: true, intent: 'ignored' },
    effect: 'destroy',
    tool: 'revoke_agent_identity',
    errors: [...keyedReadErrors, 'agent.principal.key_mismatch', 'agent.principal.not_verified'],
    input: z.strictObject({ principalId }),
    output: z.object({
      principalId,
      status: z.literal('revoked'),
      revokedAt: z.iso.datetime().describe('When it was revoked (UTC).'),
    }),
  },
  renewIntent: {
    ...ofKey,
    title: 'Renew an intent token',
    summary:
      'Makes another intent token (15 minutes) for a verified identity, without a new code; the older ones work until they end. Only the key that verified it can. Not renewed for 90 days, an identity expires.',
    path: '/agent/identities/{principalId}/intent-tokens',
    makesAnother: true,
    // Without a token no agent could cancel or pay.
    worksWhileLocked: true,
    tool: 'renew_agent_intent',
    errors: [...ofKey.errors, 'agent.principal.scope_missing'],
    input: z.strictObject({
      principalId,
      scopes: z
        .array(AgentScope)
        .min(1)
        .max(9)
        .optional()
        .describe('Fewer scopes for this token. Default: all that the person allowed.'),
    }),
    output: z.object({ principalId, status: z.literal('verified'), ...IntentToken }),
  },
});
