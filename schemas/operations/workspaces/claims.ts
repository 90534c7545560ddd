import { z } from 'zod';
import { keyedWriteErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { Email, line } from '../../shapes/fields.ts';
import { signedIn } from '../../shapes/signed-in.ts';
import { WayOut } from '../../shapes/ways-out.ts';

const Things = z.object({
  way: WayOut.describe('Of what; docs/keys-and-seats.md says what becomes of each.'),
  count: z.int().min(0),
  hosts: z.array(z.string()).describe('Of receivers and video links; at most 100.'),
});

/** Workspaces that agents made, and the people who take them over. */
export const workspaceClaims = defineArea({
  createClaimIntent: {
    title: 'Ask a person to own the workspace',
    summary:
      'For a workspace that an agent made by itself: mails a link to your person. Signed in as prospectEmail they accept, and then own the workspace, or refuse. They choose whether your key goes on as an agent seat. Only while you are the sole owner and never signed in with a browser; else 409 not_claimable. The same call while it is pending returns the same intent and mails nothing. After 7 days it expires; ask again. A workspace that nobody claims in 30 days and that has no upcoming meeting becomes inactive; this call still works then.',
    surface: 'host',
    method: 'POST',
    path: '/agent/workspaces/claim-intents',
    auth: { scope: 'workspace.act', roles: ['owner'], keyOnly: true },
    effect: 'write',
    success: 201,
    flow: true,
    worksWhileLocked: true,
    rateClass: 'keyed',
    tool: 'create_claim_intent',
    errors: keyedWriteErrors,
    input: z.strictObject({
      prospectEmail: Email.describe('Of the person who takes the workspace over. Not an agent’s inbox, not your own.'),
      agentName: line(1, 80).optional().describe('Your name, shown to the person.'),
    }),
    output: z.object({
      claimIntentId: z.uuid().describe('The id of the request to own it.'),
      status: z.literal('pending'),
      claimSentTo: z.string().describe('The address that gets the mail.'),
      expiresAt: z.iso.datetime().describe('Expiry (UTC).'),
      instructions: z.string().describe('What to do next.'),
    }),
  },
  decideWorkspaceClaim: {
    ...signedIn,
    title: 'Decide about a workspace',
    summary:
      'Takes over the workspace of a claim, or refuses to. Only the person with the mailed address; repeats answer the same.',
    method: 'POST',
    path: '/me/workspace-claims/decide',
    effect: 'write',
    errors: [
      ...signedIn.errors,
      'auth.forbidden',
      'billing.upgrade_required',
      'resource.not_found',
      'resource.conflict',
    ],
    input: z.object({
      claimId: z.uuid().describe('The claimIntentId that create_claim_intent answered.'),
      decision: z.enum(['accept', 'refuse']).describe('The person’s decision.'),
      keepsAgent: z.boolean().describe('Accepted: whether the key that asked goes on as a seat.'),
      agentRole: z
        .enum(['manager', 'member'])
        .optional()
        .describe('The role of that seat: manager, if left out, or member: your own meetings only.'),
    }),
    output: z.object({
      status: z.enum(['accepted', 'refused']),
      ended: z.array(Things).describe('Accepted: what the owner before had set up, and what ended with the take-over.'),
      kept: z.array(Things).describe('Accepted: what was set up before and goes on. Check it.'),
    }),
  },
});
