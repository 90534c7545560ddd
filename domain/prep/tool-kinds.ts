import type { ToolKind } from '../../schemas/shapes/prep-template.ts';

/**
 * What the tools are for that a host may ask about; names as in dns-signs.ts. Others say nothing of the work: who proved a domain to a search
 * console, or sends mail by a service, does so as everybody does.
 */
const TOOL_KINDS: Readonly<Record<ToolKind, readonly string[]>> = {
  customers: ['Salesforce', 'HubSpot', 'Salesforce Account Engagement', 'Marketo', 'Salesforce Marketing Cloud'],
  support: ['Zendesk', 'Freshdesk', 'Freshworks', 'Help Scout'],
  shop: ['Shopify', 'Stripe'],
  automation: ['Zapier', 'Twilio'],
  work: ['Atlassian', 'Notion', 'Linear', 'Slack', 'Miro'],
  signing: ['DocuSign'],
  models: ['OpenAI', 'Anthropic'],
};

/** Whether a tool says something of the work. */
export const isTellingTool = (tool: string): boolean => Object.values(TOOL_KINDS).some((names) => names.includes(tool));

const MOST = 2;

/** The tools that matter most for these kinds, at most two, the first kind first. */
export const toolsThatMatter = (tools: readonly string[], kinds: readonly ToolKind[]): string[] =>
  kinds.flatMap((kind) => TOOL_KINDS[kind].filter((name) => tools.includes(name))).slice(0, MOST);
