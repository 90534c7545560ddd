import { z } from 'zod';
import { Email, line } from './fields.ts';
import { WorkspaceSummary } from './workspaces.ts';

/** The optional fields of every native sign-in about the agent and the app (spec, Native sign-in). */
export const nativeCaller = {
  clientName: line(1, 80).optional().describe('Name of the app, shown to people.'),
  agentName: line(1, 80).optional().describe('Name of the agent; labels the key.'),
  prospectEmail: Email.optional().describe(
    'Address of the human operator. Required if the address that signs in is an agent inbox that owns no workspace; else ignored.',
  ),
};

/** The workspace of the key (contract, Identity). */
export const keyWorkspaceId = z
  .uuid()
  .optional()
  .describe('Workspace of the key. Default: the one that the person has owned longest, else joined first.');

/** Spec, Auth result. */
export const AuthResult = z.object({
  apiKey: z.string().describe('Workspace key with workspace.act, in this answer only: store it first.'),
  apiUrl: z.url().describe('The base address for calls with this key.'),
  workspace: WorkspaceSummary,
  user: z.object({ email: z.string(), name: z.string().nullable() }),
  isNewAccount: z.boolean().describe('True if this sign-in made the account and its workspace.'),
});
export type AuthResult = z.infer<typeof AuthResult>;

/** Spec, Pending claim. */
export const PendingClaim = z.object({
  status: z.literal('pending_claim'),
  pollToken: z.string().describe('For POST /auth/native/claim/poll, in this answer only: store it first.'),
  claimSentTo: z.string(),
  expiresIn: z.int().positive().describe('Seconds until the claim ends.'),
  instructions: z.string().describe('The next steps.'),
});
export type PendingClaim = z.infer<typeof PendingClaim>;

/** Every native sign-in answers a key, or a claim that the operator decides. */
export const NativeAnswer = z.union([AuthResult, PendingClaim]);
