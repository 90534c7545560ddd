import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { line } from '../../shapes/fields.ts';
import { WorkspaceSummary } from '../../shapes/workspaces.ts';

/** Lifetime of a device session, and the first interval between polls, in seconds. */
export const DEVICE_SESSION_SECONDS = 900;
export const POLL_INTERVAL_SECONDS = 5;

const Label = line(1, 80);
const UserCode = z
  .string()
  .max(40)
  .describe('The code that the device shows, such as BCDF-GHJK; case, spaces and dashes are ignored.');

const PollStatus = z.enum(['authorization_pending', 'approved', 'expired', 'denied', 'slow_down']);

/** Job 2: an agent or a tool requests a key, a person approves it in the browser (spec, Device authorization; RFC 8628). */
export const deviceAuthorization = defineArea({
  registerDevice: {
    title: 'Start a device session',
    summary:
      'Starts a request for a workspace key; no key is needed. Open verificationUrl for the person (or show them userCode), then poll with deviceCode every `interval` seconds until the status changes.',
    surface: 'host',
    method: 'POST',
    path: '/cli/auth/register',
    auth: 'none',
    effect: 'write',
    makesAnother: true,
    success: 201,
    rateClass: 'register',
    errors: ['request.invalid', 'rate.limited', 'service.unavailable'],
    input: z.object({
      agentName: Label.optional().describe('Name of the agent that gets the key, shown to the person.'),
      clientName: Label.optional().describe('Name of the app, shown to the person.'),
    }),
    output: z.object({
      deviceCode: z.string().describe('Secret; never show it.'),
      userCode: z.string().describe('XXXX-XXXX. The person compares or types it.'),
      verificationUrl: z.url().describe('The page to open for the person.'),
      expiresIn: z.int().positive().describe('Seconds until the session ends.'),
      interval: z.int().positive().describe('Seconds between polls.'),
    }),
  },
  pollDevice: {
    title: 'Poll a device session',
    summary:
      'Returns the status of the session. approved has the key, once: store it first. slow_down: you polled too early; from now on the interval is 5 seconds longer. An unknown or used code is expired. With waitSeconds the answer waits for the decision.',
    surface: 'host',
    method: 'GET',
    path: '/cli/auth/poll',
    auth: 'none',
    effect: 'write',
    rateClass: 'publicRead',
    errors: [
      'request.invalid',
      'auth.forbidden',
      'rate.limited',
      'service.unavailable',
      'billing.upgrade_required',
      'request.unprocessable',
    ],
    input: z.object({
      device_code: line(16, 200).describe('The secret from the registration.'),
      waitSeconds: z.int().min(0).max(25).default(0).describe('Most seconds to wait for a decision.'),
    }),
    output: z.object({
      status: PollStatus,
      interval: z.int().positive().optional().describe('With slow_down: seconds between polls from now on.'),
      apiKey: z.string().optional().describe('With approved: the workspace key, in this answer only.'),
      apiUrl: z.url().optional().describe('The base address for calls with this key.'),
      workspace: WorkspaceSummary.optional(),
      user: z.object({ id: z.uuid(), email: z.string() }).optional(),
    }),
  },
  viewDevice: {
    title: 'View a device session',
    summary: 'What a signed-in person is asked to approve: agent, app, address, time.',
    surface: 'host',
    method: 'GET',
    path: '/cli/auth/session',
    auth: 'person',
    effect: 'read',
    rateClass: 'userCode',
    errors: ['request.invalid', 'auth.required', 'resource.not_found', 'rate.limited', 'service.unavailable'],
    input: z.object({ userCode: UserCode }),
    output: z.object({
      userCode: z.string().describe('The code for the person to compare.'),
      status: z.enum(['pending', 'approved', 'denied', 'expired', 'consumed']),
      agentName: z.string().nullable().describe('The agent’s name for itself; null: not stated.'),
      clientName: z.string().nullable().describe('The program that asks; null: not stated.'),
      ip: z.string().describe('Address that the session was registered from.'),
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime().describe('Expiry (UTC).'),
    }),
  },
  decideDevice: {
    title: 'Approve or deny a device session',
    summary:
      'Approves or denies a key of the chosen workspace for the device that shows userCode. Only for signed-in people.',
    surface: 'host',
    method: 'POST',
    path: '/cli/auth/decide',
    flow: true,
    auth: 'person',
    effect: 'write',
    rateClass: 'userCode',
    errors: [
      'request.invalid',
      'auth.required',
      'resource.not_found',
      'resource.conflict',
      'rate.limited',
      'service.unavailable',
      'billing.upgrade_required',
      'request.unprocessable',
    ],
    input: z.object({
      userCode: UserCode,
      decision: z.enum(['approve', 'deny']).describe('The person’s decision.'),
      workspaceId: z.uuid().describe('The workspace of the key.'),
    }),
    output: z.object({ status: z.enum(['approved', 'denied']) }),
  },
});
