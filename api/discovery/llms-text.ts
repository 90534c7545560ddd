import { contract } from '../../schemas/contract.ts';
import type { Urls } from '../core/urls.ts';
import { openapiUrl } from '../openapi/path.ts';
import { addressOf, DISCOVERY_PATHS, mcpServer } from './addresses.ts';
import { AGENT_GUIDE_GROUPS, guidePath } from './guides.ts';

/** `/llms.txt` (llmstxt.org): the three jobs in the fewest words, then where to read on. */
export function llmsText(urls: Urls): string {
  const { bookable, booking, access, workspaces } = contract;
  const [publicMcp, connector, inApp] = (['booking', 'connector', 'workspace'] as const).map(
    (name) => mcpServer(urls, name).url,
  );
  const address = (operation: Parameters<typeof addressOf>[0]): string => addressOf(operation, urls);
  return `# Holdfast

> Scheduling for agents and people. Hosts publish event types; guests, or agents for them, book slots with a six-digit code sent by mail; the holder of a key runs the whole workspace.

## Book a meeting for a guest (no key)

A booking link ${urls.publicUrl}/{workspace}/{username}/{eventSlug} names the path. By REST:

1. curl '${address(bookable.listSlots)}?timezone=Europe/Berlin'
   Its agentBooking.instructions and howToBook have the next calls, whole.
   Instead of dates, words: &when=Tuesday+or+Thursday+afternoon. Show the person availability.understood, how they were read.
2. curl -X POST '${address(booking.requestCode)}' -H 'Content-Type: application/json' -d '{"email":"guest@example.com","startAt":"<startUtc of a slot>","timezone":"Europe/Berlin"}'
   The guest reads the six digits from their mail. Never make them up.
3. curl -X POST '${address(booking.book)}' -H 'Content-Type: application/json' -d '{"startAt":"<the same>","code":"<six digits>","invitee":{"email":"guest@example.com","timezone":"Europe/Berlin"}}'
   Required questions of the event go into "customFields".

The same as MCP tools: ${publicMcp}

## Get a key: a person allows it

1. curl -X POST '${address(access.registerDevice)}' -H 'Content-Type: application/json' -d '{"agentName":"<your name>"}'
   Open verificationUrl for the person.
2. curl '${address(access.pollDevice)}?device_code=<deviceCode>&waitSeconds=25' until status is approved: apiKey is in that one answer.

Apps that sign in by OAuth use the connector instead: ${connector}

## Run a workspace (key or connector)

By MCP: ${inApp} with the header "Authorization: Bearer <key>". By REST:

- curl -H 'Authorization: Bearer <key>' '${address(workspaces.getWorkspace)}'
- curl -H 'Authorization: Bearer <key>' '${address(workspaces.listTools)}'

## Reference

- [OpenAPI 3.1](${openapiUrl(urls)}): every operation
- [Manifest](${urls.appUrl}${DISCOVERY_PATHS.manifest}): the same as JSON, with the rules

${AGENT_GUIDE_GROUPS.map(
  ({ title, guides }) =>
    `## ${title}\n\n${guides.map((guide) => `- [${guide.title}](${urls.appUrl}${guidePath(guide.name)}.md): ${guide.summary}`).join('\n')}`,
).join('\n\n')}
`;
}
