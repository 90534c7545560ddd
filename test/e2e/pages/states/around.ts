import { planOffers } from '../../../../domain/billing/offers.ts';
import type { PageProps } from '../../../../web/server.tsx';
import { html } from './base.ts';
import { event, path, team } from './event.ts';

const { faces } = event;
const nobody = { hostName: 'Ada Lovelace', organizationName: 'Acme', hostTimezone: null, events: [], faces };

export const host: PageProps<'host'> = {
  hostName: 'Ada Lovelace',
  organizationName: 'Acme',
  hostTimezone: 'Europe/Berlin',
  locked: false,
  faces,
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
};

/** Who can be met, where this is, and what went wrong. */
export const aroundStates: Readonly<Record<string, string>> = {
  host: html('host', host, {
    meta: {
      canonicalUrl: 'https://book.holdfast.example/acme/ada',
      imageUrl: null,
      hasCard: false,
      jsonLd: {},
      markdownHref: '/acme/ada.md',
    },
  }),
  'host-team': html('host', { ...host, hostName: 'Sales', faces: team }),
  'host-empty': html('host', { ...nobody, locked: false }),
  'host-locked': html('host', { ...nobody, locked: true }),
  landing: html('landing', {
    loginUrl: '/login',
    docsUrl: 'http://localhost:3000/docs',
    openapiUrl: '/api/v1/openapi',
    mcpUrl: 'https://book.holdfast.example/api/mcp/public/mcp',
    healthUrl: '/api/v1/health',
    demo: { hostUrl: '/acme/ada', mailboxUrl: '/dev/mailbox' },
  }),
  plans: html('plans', {
    ...{ offers: planOffers(), isSignedIn: false, homeUrl: '/login?return_to=%2F%23plan' },
    chooseUrls: { plus: '/login?return_to=%2F%3Fplan%3Dplus%23plan' },
  }),
  'plans-signed-in': html('plans', {
    ...{
      offers: planOffers(),
      isSignedIn: true,
      homeUrl: '/settings/billing',
      chooseUrls: { plus: '/settings/billing?plan=plus' },
    },
  }),
  problem: html('problem', {
    title: 'Something went wrong on our side',
    text: 'We could not finish this.',
    again: { href: path },
    requestId: '0199-aa',
  }),
  'problem-sent': html('problem', {
    title: 'One moment, please',
    text: 'A part of our service does not answer right now. Nothing is lost. Please try again in 5 seconds.',
    again: {
      fields: [
        ['reason', 'Fell ill'],
        ['answer', '"><b>1'],
        ['answer', '2'],
      ],
    },
  }),
  'problem-old': html('problem', {
    title: 'This page has expired',
    text: 'For your safety it only works for two hours.',
    link: { href: path, label: 'Pick a time' },
  }),
};
