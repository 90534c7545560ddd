import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { line } from '../../shapes/fields.ts';
import { WorkspaceSummary } from '../../shapes/workspaces.ts';

/** Seconds that a device session lives, and that a caller leaves between two polls at first. */
export const DEVICE_SESSION_SECONDS = 900;
export const POLL_INTERVAL_SECONDS = 5;

const Label = line(1, 80);
const UserCode = z
  .string()
  .max(40)
  .describe('The code that the caller shows, such as BCDF-GHJK; case, spaces and dashes do not matter.');

const PollStatus = z.enum(['authorization_pending', 'approved', 'expired', 'denied', 'slow_down']);

/** Job 2: an agent or a tool asks for a key, a person allows it in the browser (spec, Device authorization; RFC 8628). */
export const deviceAuthorization = defineArea({
  registerDevice: {
    title: 'Start a device session',
    summary:
      'Asks for a workspace key without one. Open verificationUrl for the person (or show them userCode), then poll with deviceCode every `interval` seconds until the status changes.',
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
      agentName: Label.optional().describe('Who will hold the key, as the person should see it.'),
      clientName: Label.optional().describe('The app that asks, as the person should see it.'),
    }),
    output: z.object({
      deviceCode: z.string().describe('Secret of the caller; show it to nobody.'),
      userCode: z.string().describe('XXXX-XXXX. The person compares or types it.'),
      verificationUrl: z.url(),
      expiresIn: z.int().positive().describe('Seconds until the session is over.'),
      interval: z.int().positive().describe('Seconds to leave between polls.'),
    }),
  },
  pollDevice: {
    title: 'Poll a device session',
    summary:
      'Answers how the session stands. approved carries the key, once: store it before anything else. slow_down: you polled too early, and the interval is 5 seconds longer from now on. An unknown or used code is expired. waitSeconds lets the answer wait for the decision.',
    surface: 'host',
    method: 'GET',
    path: '/cli/auth/poll',
    auth: 'none',
    effect: 'write',
    rateClass: 'publicRead',
    errors: ['request.invalid', 'rate.limited', 'service.unavailable'],
    input: z.object({
      device_code: line(16, 200),
      waitSeconds: z.int().min(0).max(25).default(0).describe('How long the answer may wait for a decision.'),
    }),
    output: z.object({
      status: PollStatus,
      interval: z.int().positive().optional().describe('With slow_down: seconds to leave between polls from now on.'),
      apiKey: z.string().optional().describe('With approved: the workspace key, in this answer only.'),
      apiUrl: z.url().optional(),
      workspace: WorkspaceSummary.optional(),
      user: z.object({ id: z.uuid(), email: z.string() }).optional(),
    }),
  },
  viewDevice: {
    title: 'View a device session',
    summary: 'What a signed-in person is asked to allow: who asks, from where, since when.',
    surface: 'host',
    method: 'GET',
    path: '/cli/auth/session',
    auth: 'person',
    effect: 'read',
    rateClass: 'userCode',
    errors: ['request.invalid', 'auth.required', 'resource.not_found', 'rate.limited', 'service.unavailable'],
    input: z.object({ userCode: UserCode }),
    output: z.object({
      userCode: z.string(),
      status: z.enum(['pending', 'approved', 'denied', 'expired', 'consumed']),
      agentName: z.string().nullable(),
      clientName: z.string().nullable(),
      ip: z.string().describe('Address that the session was registered from.'),
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
    }),
  },
  decideDevice: {
    title: 'Allow or refuse a device session',
    summary:
      'Lets the caller behind userCode have a key of the chosen workspace, or refuses it. Only a signed-in person can.',
    surface: 'host',
    method: 'POST',
    path: '/cli/auth/decide',
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
    ],
    input: z.object({
      userCode: UserCode,
      decision: z.enum(['approve', 'deny']),
      workspaceId: z.uuid().describe('The workspace that the key will be bound to.'),
    }),
    output: z.object({ status: z.enum(['approved', 'denied']) }),
  },
});
