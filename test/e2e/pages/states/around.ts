import { html } from './base.ts';
import { path } from './event.ts';

/** Who can be met, where this is, and what went wrong. */
export const aroundStates: Readonly<Record<string, string>> = {
  host: html('host', {
    hostName: 'Ada Lovelace',
    organizationName: 'Acme',
    hostTimezone: 'Europe/Berlin',
    events: [
      { name: 'Intro', description: null, durationMinutes: 30, locationType: 'google_meet', href: '/acme/ada/intro' },
      {
        name: 'Deep dive',
        description: 'An hour on one question of yours. Bring an example; we will leave with a plan.',
        durationMinutes: 90,
        locationType: 'phone',
        href: path,
      },
    ],
  }),
  'host-empty': html('host', { hostName: 'Ada Lovelace', organizationName: 'Acme', hostTimezone: null, events: [] }),
  landing: html('landing', {
    openapiUrl: '/api/v1/openapi',
    mcpUrl: 'https://book.holdfast.example/api/mcp/public/mcp',
    healthUrl: '/api/v1/health',
    demo: { hostUrl: '/acme/ada', mailboxUrl: '/dev/mailbox' },
  }),
  problem: html('problem', {
    title: 'Something went wrong on our side',
    text: 'We could not finish this.',
    link: { href: path, label: 'Try again' },
    requestId: '0199-aa',
  }),
};
