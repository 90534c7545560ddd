import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { line } from '../../shapes/fields.ts';

/** What the page of consent does. The page reads the app from the authorization request; of a browser come workspace and access alone. */
export const consent = defineArea({
  connectApp: {
    title: 'Connect an app',
    summary: 'Allows an app to act for the signed-in person in one workspace.',
    surface: 'page',
    method: 'POST',
    path: '/oauth/consent',
    auth: 'person',
    effect: 'write',
    rateClass: 'userCode',
    errors: [
      'request.invalid',
      'auth.required',
      'auth.forbidden',
      'resource.not_found',
      'resource.conflict',
      'rate.limited',
      'service.unavailable',
      'billing.upgrade_required',
      'request.unprocessable',
    ],
    input: z.object({
      /** The app's request that is answered: each is decided once. */
      requestId: z.string().min(1).max(100),
      workspaceId: z.uuid(),
      access: z.enum(['read', 'full']),
      clientId: z.string().min(1).max(2_000),
      name: line(1, 80),
      clientName: line(1, 120).nullable(),
      clientHost: z.string().max(300).nullable(),
      redirectHost: z.string().min(1).max(300),
    }),
    output: z.object({ grantId: z.uuid() }),
  },
});
