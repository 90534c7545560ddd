import { contract } from '../../schemas/contract.ts';
import type { Operation } from '../../schemas/operation.ts';
import type { Urls } from '../core/urls.ts';
import { addressOf, type McpName, mcpServer } from './addresses.ts';
import { guidePath } from './guides.ts';

type Step = ReturnType<typeof stepOf>;

const stepOf = (operation: Operation, urls: Urls, note: string) => ({
  method: operation.method,
  url: addressOf(operation, urls),
  ...(operation.tool !== undefined && { tool: operation.tool }),
  note,
});

interface Job {
  readonly id: 'book' | 'set_up' | 'run';
  readonly title: string;
  readonly auth: string;
  readonly guide: string;
  readonly mcp?: string;
  readonly steps: readonly Step[];
}

/** The three jobs (spec, part 1), each call as the contract has it. */
export const jobsAt = (urls: Urls): readonly Job[] => {
  const urlOf = (name: McpName): string => mcpServer(urls, name).url;
  const guide = (name: string): string => `${urls.appUrl}${guidePath(name)}.md`;
  return [
    {
      id: 'book',
      title: 'Book a meeting with a host, for a guest',
      auth: 'none',
      guide: guide('booking-by-api'),
      mcp: urlOf('booking'),
      steps: bookSteps(urls),
    },
    {
      id: 'set_up',
      title: 'Get a key for an agent: a person allows it in the browser',
      auth: 'none',
      guide: guide('device-authorization'),
      steps: setUpSteps(urls),
    },
    {
      id: 'run',
      title: 'Run a workspace',
      auth: 'a workspace key, or OAuth through the connector',
      guide: guide('workspace-tools'),
      mcp: urlOf('connector'),
      steps: runSteps(urls),
    },
  ];
};

const bookSteps = (urls: Urls): Step[] => [
  stepOf(
    contract.bookable.listEventTypes,
    urls,
    'The path is that of a booking link, behind {public_url}. Choose an event type of the answer.',
  ),
  stepOf(
    contract.bookable.listSlots,
    urls,
    'Add ?timezone= of the guest, and when= in words ("Monday or Tuesday afternoon") instead of dates. agentBooking.instructions and howToBook have the next calls, whole.',
  ),
  stepOf(contract.booking.requestCode, urls, 'JSON email, startAt, timezone: mails six digits to the guest.'),
  stepOf(
    contract.booking.book,
    urls,
    'JSON startAt, code, invitee {email, timezone, name}, and customFields as the event asks.',
  ),
];

const setUpSteps = (urls: Urls): Step[] => [
  stepOf(contract.access.registerDevice, urls, 'JSON agentName. Open verificationUrl for the person, show userCode.'),
  stepOf(
    contract.access.pollDevice,
    urls,
    'Add ?device_code=…&waitSeconds=25 until status is approved: apiKey is in that one answer.',
  ),
  stepOf(
    contract.calendars.listCalendars,
    urls,
    'With the key. The person connects a Google or Microsoft calendar under Settings, Calendars.',
  ),
];

const runSteps = (urls: Urls): Step[] => [
  stepOf(contract.workspaces.getWorkspace, urls, 'Where the key acts, and as whom.'),
  stepOf(
    contract.workspaces.listTools,
    urls,
    'All tools with their schemas; each is also a route of the OpenAPI document.',
  ),
  stepOf(contract.workspaces.executeTool, urls, 'JSON name and arguments.'),
];
