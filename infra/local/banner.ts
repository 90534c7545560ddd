import type { Config } from '../config.ts';
import { firstBooking } from './first-booking.ts';

type Addresses = Pick<Config, 'appUrl' | 'publicUrl'>;

export interface Place {
  readonly what: string;
  readonly url: string;
}

/** Where to look, as README.md lists it. */
export const places = ({ appUrl, publicUrl }: Addresses, temporalUiUrl: string | undefined): Place[] => [
  { what: 'start here', url: `${publicUrl}/` },
  { what: 'to take bookings: sign in or sign up', url: `${appUrl}/login` },
  { what: 'booking page of the demo host', url: `${publicUrl}/acme/ada` },
  { what: 'every mail that was sent', url: `${appUrl}/dev/mailbox` },
  { what: 'open slots, as agents read them', url: `${publicUrl}/api/v1/public/acme/ada/intro-30/slots` },
  { what: 'public MCP endpoint', url: `${publicUrl}/api/mcp/public/mcp` },
  { what: 'OpenAPI document', url: `${appUrl}/api/v1/openapi` },
  ...(temporalUiUrl ? [{ what: 'the flows, in Temporal’s own pages', url: temporalUiUrl }] : []),
];

/** What to try next. Each command works as it is printed, in the printed order. */
export function banner(config: Addresses, temporalUiUrl: string | undefined): string {
  const listed = places(config, temporalUiUrl);
  const width = Math.max(...listed.map(({ what }) => what.length));
  return [
    '',
    'Holdfast is ready.',
    '',
    ...indent(listed.map(({ what, url }) => `${what.padEnd(width)}  ${url}`)),
    '',
    'Try this in another terminal:',
    '',
    ...indent(firstBooking(config).split('\n')),
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `  ${line}`));
