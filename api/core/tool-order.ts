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
export const placeOf = (name: string): number => places.get(name) ?? ORDER.length;
