import type { Config } from '../config.ts';
import { firstBooking } from './first-booking.ts';
import { type Plan, type StandInName, standInUrl } from './plan.ts';

type Addresses = Pick<Config, 'appUrl' | 'publicUrl' | 'mcpUrl'>;

export interface Place {
  readonly what: string;
  readonly url: string;
}

const STAND_INS = {
  google: 'calendars of the local Google',
  microsoft: 'calendars of the local Microsoft',
  stripe: 'payments of the local Stripe',
} as const;

/** The internet's has no page for people. */
const standInPlace = (plan: Pick<Plan, 'ports'>, name: StandInName): Place[] =>
  name === 'internet' ? [] : [{ what: STAND_INS[name], url: `${standInUrl(plan, name)}/` }];

/** The addresses, as README.md lists them. */
export const places = (
  { appUrl, publicUrl, mcpUrl }: Addresses,
  temporalUiUrl: string | undefined,
  plan?: Pick<Plan, 'ports' | 'standIns'>,
): Place[] => [
  { what: 'start here', url: `${publicUrl}/` },
  { what: 'sign in or sign up to take bookings', url: `${appUrl}/login` },
  { what: 'booking page of the demo host', url: `${publicUrl}/acme/ada` },
  { what: 'all mails sent so far', url: `${appUrl}/dev/mailbox` },
  { what: 'open slots as JSON, for agents', url: `${publicUrl}/api/v1/public/acme/ada/intro-30/slots` },
  { what: 'public MCP endpoint', url: `${publicUrl}/api/mcp/public/mcp` },
  { what: 'connector, for apps that sign you in', url: `${mcpUrl}/mcp` },
  { what: 'docs and API reference', url: `${appUrl}/docs` },
  { what: 'OpenAPI document', url: `${appUrl}/api/v1/openapi` },
  ...(plan ? plan.standIns.flatMap((name) => standInPlace(plan, name)) : []),
  ...(temporalUiUrl ? [{ what: 'Temporal’s web UI with the workflows', url: temporalUiUrl }] : []),
];

/** Addresses and commands to try. Each command works as printed, in the printed order. */
export function banner(
  config: Addresses,
  temporalUiUrl: string | undefined,
  plan?: Pick<Plan, 'ports' | 'standIns'>,
): string {
  const listed = places(config, temporalUiUrl, plan);
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
