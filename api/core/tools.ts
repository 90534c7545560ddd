import type { Areas, Operation } from '../../schemas/operation.ts';
import { type JsonSchema, objectSchemaOf, withReferences } from './json-schema.ts';

/** Adds method and path to the name of each tool in a built-in text. */
export type CallNames = (text: string) => string;

/**
 * Built-in texts name operations as tools, such as list_members. REST callers know paths and receive
 * `GET /workspace/members (list_members)`. The name stays, because the command line tool runs tools by REST (docs/decisions/api.md#unknown-arguments). A name in
 * backticks stays unchanged.
 */
export function callNamesOf(contract: Areas): CallNames {
  const calls = new Map(
    [...mcpTools(contract, 'host')].map(
      ([
        tool,
        {
          operation: { method, path },
        },
      ]) => [tool, `${method} ${path}`],
    ),
  );
  if (calls.size === 0) return (text) => text;
  const names = new RegExp(`(?<!\`)(\\(?)\\b(${[...calls.keys()].join('|')})\\b(\\)?)`, 'g');
  return (text) =>
    text.replace(names, (_, open: string, tool: string, close: string) =>
      open && close ? `(${calls.get(tool)}, ${tool})` : `${open}${calls.get(tool)} (${tool})${close}`,
    );
}

/**
 * The workspace tools by set, in the order in which agents read them (contract, Workspace tool catalog). A client can ask for some sets
 * only ({@link ../mcp/toolsets.ts}).
 */
export const TOOLSETS = {
  workspace: ['get_workspace', 'update_workspace', 'set_workspace_avatar', 'list_activity'],
  'event-types': [
    ...['list_event_types', 'get_event_type', 'create_event_type', 'update_event_type', 'archive_event_type'],
    'restore_event_type',
  ],
  availability: [
    ...['list_schedules', 'get_schedule', 'create_schedule', 'update_schedule', 'delete_schedule'],
    ...['add_date_override', 'remove_date_override', 'add_time_off', 'remove_time_off', 'explain_slot'],
  ],
  meetings: [
    ...['list_meetings', 'get_meeting', 'update_meeting', 'create_booking', 'propose_slots', 'reschedule_booking'],
    ...['cancel_booking', 'approve_booking', 'decline_booking', 'clear_booking_flood', 'mark_no_show', 'delete_guest'],
    ...['get_enrichment', 'get_prep_pack', 'refresh_prep_pack'],
  ],
  links: ['list_short_links', 'create_short_link', 'revoke_short_link'],
  // Sets of their own: the default set has no tokens left for them.
  insights: ['get_insights'],
  imports: ['import_settings'],
  data: ['export_workspace', 'export_guest'],
  teams: [
    ...['list_teams', 'get_team_fairness', 'create_team', 'update_team', 'delete_team', 'add_team_member'],
    'remove_team_member',
  ],
  members: ['list_members', 'invite_member', 'update_member_role', 'remove_member', 'create_claim_intent'],
  calendars: [
    ...['list_calendars', 'connect_calendar', 'update_calendar', 'disconnect_calendar'],
    ...['get_calendar_settings', 'update_calendar_settings', 'retry_calendar_event'],
  ],
  webhooks: [
    ...['list_webhooks', 'create_webhook', 'update_webhook', 'delete_webhook', 'ping_webhook', 'rotate_webhook_secret'],
    ...['list_webhook_deliveries', 'redeliver_webhook'],
  ],
  access: [
    ...['list_api_keys', 'revoke_api_key', 'list_agent_seats', 'create_agent_seat', 'revoke_agent_seat'],
    'list_test_mail',
  ],
  billing: [
    ...['get_billing', 'start_checkout', 'get_checkout', 'start_enrichment_checkout', 'cancel_checkout'],
    'create_portal_session',
  ],
  identity: [
    ...['register_agent_identity', 'verify_agent_identity', 'get_agent_identity', 'renew_agent_intent'],
    ...['revoke_agent_identity', 'agent_signup_user', 'agent_create_workspace', 'agent_invite_member'],
    'agent_connect_calendar',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ToolsetName = keyof typeof TOOLSETS;

export const ORDER: readonly string[] = Object.values(TOOLSETS).flat();

const places = new Map(ORDER.map((name, place) => [name, place]));

/** Sort key: tools that are not in the catalog come last, in declaration order. */
const placeOf = (name: string): number => places.get(name) ?? ORDER.length;

/** A tool as `GET /workspace/tools` lists it. Over MCP the entry is thinner (api/mcp/thin-entry.ts). */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: ReturnType<typeof annotationsOf>;
}

export interface Tool {
  readonly area: string;
  readonly operationName: string;
  readonly operation: Operation;
  /** Made when it is first asked for: the schemas of all tools take a quarter of the process's start. */
  readonly listed: ListedTool;
}

/**
 * Sets all four hints: the defaults assume the worst case. Idempotent: takes an idempotencyKey, is a PATCH, only
 * removes, or says that repeating changes nothing. Closed world: most tools act on this service alone, which sends its own mails.
 */
const annotationsOf = ({ title, effect, method, input, repeatable, looksOutside }: Operation) => ({
  title,
  readOnlyHint: effect === 'read',
  destructiveHint: effect === 'destroy',
  idempotentHint: effect !== 'write' || method === 'PATCH' || 'idempotencyKey' in input.shape || repeatable === true,
  openWorldHint: looksOutside === true,
});

const deepFreeze = <T>(value: T): T => {
  if (value !== null && typeof value === 'object') Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
};

/** Frozen, so that all may share them: the schemas of seventy tools take 150 ms to make. */
const known = new WeakMap<Operation, ListedTool>();

const listed = (name: string, operation: Operation): ListedTool => {
  const entry = known.get(operation) ?? deepFreeze(makeEntry(name, operation));
  known.set(operation, entry);
  return entry;
};

const makeEntry = (name: string, operation: Operation): ListedTool => ({
  name,
  title: operation.title,
  description: operation.summary,
  inputSchema: objectSchemaOf(operation.toolInput ?? operation.input, 'input'),
  outputSchema: withReferences(objectSchemaOf(operation.output, 'output'), name),
  annotations: annotationsOf(operation),
});

const toolOf = (area: string, operationName: string, operation: Operation, name: string): Tool => ({
  ...{ area, operationName, operation },
  get listed() {
    return listed(name, operation);
  },
});

/** The tools of a surface by name, in catalog order, then in declaration order. */
export const mcpTools = (contract: Areas, surface: Operation['surface']): ReadonlyMap<string, Tool> => {
  const tools = Object.entries(contract).flatMap(([area, operations]) =>
    Object.entries(operations).flatMap(([operationName, operation]) =>
      operation.tool === undefined || operation.surface !== surface
        ? []
        : [[operation.tool, toolOf(area, operationName, operation, operation.tool)] as const],
    ),
  );
  return new Map(tools.sort(([one], [other]) => placeOf(one) - placeOf(other)));
};
