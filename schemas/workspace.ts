import { z } from 'zod';
import { ADMINS, EVERYONE, MEMBERS, Role, Scope } from './access.ts';
import { keyedReadErrors, keyedWriteErrors } from './errors.ts';
import { line } from './fields.ts';
import { defineArea } from './operation.ts';

/** Spec, Workspace summary. */
export const WorkspaceSummary = z.object({ id: z.uuid(), name: z.string(), slug: z.string() });

export const Plan = z.enum(['free', 'starter', 'plus', 'growth']);
export type Plan = z.infer<typeof Plan>;

const Tool = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: z.looseObject({}),
  outputSchema: z.looseObject({}),
  annotations: z.object({
    readOnlyHint: z.boolean(),
    destructiveHint: z.boolean(),
    idempotentHint: z.boolean(),
    openWorldHint: z.boolean(),
  }),
});

/** What the holder of a key works in, and the tools for it (spec, Workspace tools). */
export const workspace = defineArea({
  getWorkspace: {
    title: 'Get the workspace',
    summary:
      'Where this key or session acts: workspace, plan, you, your role and scopes, and the links to share. Call it first.',
    surface: 'host',
    method: 'GET',
    path: '/workspace',
    auth: { scope: 'any', roles: EVERYONE },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'get_workspace',
    errors: keyedReadErrors,
    input: z.object({}),
    output: z.object({
      workspace: WorkspaceSummary.extend({
        plan: Plan,
        subscriptionStatus: z.enum(['trialing', 'active', 'past_due', 'inactive']),
        trialEndsAt: z.iso.datetime().nullable(),
        createdAt: z.iso.datetime(),
      }),
      user: z.object({ id: z.uuid(), email: z.string(), name: z.string() }),
      membership: z.object({ role: Role, username: z.string() }),
      credential: z
        .object({
          kind: z.enum(['key', 'seat', 'session']),
          name: z.string(),
          scopes: z.array(Scope),
          mode: z
            .enum(['live', 'test'])
            .describe('test: bookings are real, their mails are not sent (list_test_mail).'),
        })
        .describe('What this call was made with.'),
      links: z.object({
        bookingPage: z.url().describe('The page to share: your event types.'),
        eventTypes: z
          .array(
            z.object({
              id: z.uuid(),
              slug: z.string(),
              name: z.string(),
              durationMinutes: z.int(),
              url: z.url(),
            }),
          )
          .describe('Your own that guests find; list_event_types has all.'),
      }),
      now: z.iso.datetime().describe('The time of this answer, UTC.'),
    }),
  },
  updateWorkspace: {
    title: 'Change the workspace',
    summary:
      'Renames the workspace, or moves it to another slug. A new slug breaks every booking link that was shared; links in mails go on working. Nobody else can take the old slug, and going back to it mends those links. At most 10 slugs, former ones counted. What is left out stays.',
    surface: 'host',
    method: 'PATCH',
    path: '/workspace',
    auth: { scope: 'workspace.act', roles: ADMINS },
    effect: 'write',
    rateClass: 'keyed',
    tool: 'update_workspace',
    errors: keyedWriteErrors,
    input: z.object({
      name: line(1, 80).optional().describe('Shown on pages and in mails.'),
      slug: line(1, 60)
        .optional()
        .describe(
          'First part of all booking links: a–z, 0–9 and single hyphens. Another workspace has it, or had it: 409.',
        ),
    }),
    output: z.object({ workspace: WorkspaceSummary }),
  },
  listTools: {
    title: 'List the tools',
    summary: 'The tools that this key may run, each with its input schema.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/tools',
    auth: { scope: 'any', roles: EVERYONE },
    effect: 'read',
    rateClass: 'keyed',
    errors: keyedReadErrors,
    input: z.object({}),
    output: z.object({ tools: z.array(Tool) }),
  },
  executeTool: {
    title: 'Run a tool',
    summary: 'Runs one tool of the list with its arguments. Errors are those of the tool.',
    surface: 'host',
    method: 'POST',
    path: '/workspace/tools/execute',
    auth: { scope: 'any', roles: EVERYONE },
    effect: 'write',
    makesAnother: true,
    worksWhileLocked: true,
    rateClass: 'keyed',
    errors: [
      'request.invalid',
      'auth.required',
      'billing.upgrade_required',
      'auth.forbidden',
      'resource.not_found',
      'resource.conflict',
      'request.unprocessable',
      'rate.limited',
      'service.unavailable',
    ],
    input: z.object({
      name: line(1, 128),
      arguments: z.record(z.string(), z.unknown()).default({}),
    }),
    output: z.object({ name: z.string(), result: z.unknown() }),
  },
  listCalendars: {
    title: 'List connected calendars',
    summary:
      'The calendar connections whose busy times keep hosts from being double-booked. Empty until one is connected.',
    surface: 'host',
    method: 'GET',
    path: '/cli/calendars',
    auth: { scope: 'workspace.read', roles: MEMBERS },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_calendars',
    errors: keyedReadErrors,
    input: z.object({}),
    output: z.object({
      calendars: z.array(
        z.object({
          id: z.uuid(),
          provider: z.enum(['google', 'microsoft']),
          email: z.string(),
          seatStatus: z.enum(['active', 'unassigned', 'reconnect_required']),
          organizationId: z.uuid().nullable(),
          createdAt: z.iso.datetime(),
        }),
      ),
    }),
  },
});
