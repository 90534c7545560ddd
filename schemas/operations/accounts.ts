import { z } from 'zod';
import { defineArea, type Operation } from '../operation.ts';
import { Role } from '../shapes/access.ts';
import { line, Timezone, Token } from '../shapes/fields.ts';
import { WorkspaceSummary } from './workspaces.ts';

const own = {
  surface: 'host',
  auth: 'person',
  rateClass: 'keyed',
  errors: ['request.invalid', 'auth.required', 'rate.limited', 'service.unavailable'],
} as const satisfies Partial<Operation>;

const Mine = WorkspaceSummary.extend({ role: Role, username: z.string() });

const Session = z.object({
  id: z.uuid(),
  method: z.enum(['email', 'google', 'microsoft', 'local']).describe('How the person signed in.'),
  userAgent: z.string().nullable(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  current: z.boolean(),
});

/** What belongs to the signed-in person, whatever the workspace (contract, Operations). Sessions only: no key, no MCP. */
export const me = defineArea({
  listSessions: {
    ...own,
    title: 'List sessions',
    summary: 'The browsers that are signed in as you, the last seen first.',
    method: 'GET',
    path: '/me/sessions',
    effect: 'read',
    input: z.object({}),
    output: z.object({ sessions: z.array(Session) }),
  },
  revokeSession: {
    ...own,
    title: 'Sign a browser out',
    summary: 'Ends one session. Ending it twice answers the same.',
    method: 'DELETE',
    path: '/me/sessions/{sessionId}',
    effect: 'destroy',
    errors: [...own.errors, 'resource.not_found'],
    input: z.object({ sessionId: z.uuid() }),
    output: z.object({ id: z.uuid(), status: z.literal('revoked') }),
  },
  revokeAllSessions: {
    ...own,
    title: 'Sign out everywhere',
    summary: 'Ends all your sessions, this one included. Keys stay.',
    method: 'DELETE',
    path: '/me/sessions',
    effect: 'destroy',
    input: z.object({}),
    output: z.object({ revoked: z.int().min(0) }),
  },
  listWorkspaces: {
    ...own,
    title: 'List my workspaces',
    summary: 'The workspaces that you belong to, with your role and username in each.',
    method: 'GET',
    path: '/me/workspaces',
    effect: 'read',
    input: z.object({}),
    output: z.object({
      user: z.object({ id: z.uuid(), email: z.string(), name: z.string(), createdAt: z.iso.datetime() }),
      workspaces: z.array(Mine),
    }),
  },
  createWorkspace: {
    ...own,
    title: 'Create a workspace',
    summary: 'Makes another workspace that you own, with a schedule and one event type to share at once.',
    method: 'POST',
    path: '/me/workspaces',
    effect: 'write',
    makesAnother: true,
    success: 201,
    errors: [...own.errors, 'resource.conflict', 'request.unprocessable'],
    input: z.object({
      name: line(1, 80),
      slug: line(1, 60).optional().describe('For links; made from the name if absent.'),
      timezone: Timezone.optional().describe('Of the default schedule; UTC if absent.'),
    }),
    output: z.object({ workspace: Mine }),
  },
  acceptInvitation: {
    ...own,
    title: 'Accept an invitation',
    summary:
      'Joins the workspace that the invitation’s mail names, as the signed-in person; only its address can. Accepting twice answers the same.',
    method: 'POST',
    path: '/invitations/{token}/accept',
    effect: 'write',
    errors: [...own.errors, 'auth.forbidden', 'resource.not_found', 'resource.conflict', 'request.unprocessable'],
    input: z.object({
      token: Token.describe('Of the link in the mail: {app_url}/invitations/{token}.'),
      timezone: Timezone.optional().describe('Of your default schedule there; your own, or UTC, if absent.'),
    }),
    output: z.object({ workspace: Mine }),
  },
});
