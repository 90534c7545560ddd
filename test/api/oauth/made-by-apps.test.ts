import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { consentWords } from '../../../texts/en/pages/access.ts';
import { translated } from '../../../texts/translated.ts';
import { callConnector, OAuthApp } from '../../support/drivers/oauth-app.ts';
import { type SignedIn, signIn } from '../../support/drivers/session.ts';
import { bearer } from '../../support/factories/keys.ts';
import { shareTeamStack } from '../../support/stack/team-stack.ts';

/** What changes the workspace or a meeting, and lets nobody act, read or reach out later. */
const MAKES_NO_ACCESS: ReadonlySet<string> = new Set([
  ...[
    'update_workspace',
    'set_workspace_avatar',
    'export_workspace',
    'import_settings',
    'export_guest',
    'delete_guest',
  ],
  ...['create_event_type', 'update_event_type', 'archive_event_type', 'restore_event_type'],
  ...['create_schedule', 'update_schedule', 'delete_schedule', 'add_date_override', 'remove_date_override'],
  ...['add_time_off', 'remove_time_off', 'create_booking', 'update_meeting', 'reschedule_booking', 'cancel_booking'],
  ...['approve_booking', 'decline_booking', 'mark_no_show', 'clear_booking_flood', 'refresh_prep_pack'],
  ...['create_short_link', 'revoke_short_link', 'create_team', 'update_team', 'delete_team', 'add_team_member'],
  ...['remove_team_member', 'remove_member', 'update_calendar', 'disconnect_calendar', 'update_calendar_settings'],
  ...['retry_calendar_event', 'delete_webhook', 'ping_webhook', 'redeliver_webhook', 'cancel_checkout'],
  ...['revoke_api_key', 'revoke_agent_seat'],
]);

const operations: readonly Operation[] = Object.values(contract).flatMap((area): Operation[] => Object.values(area));
const writingTools = operations.filter(({ surface, tool, effect }) => surface === 'host' && tool && effect !== 'read');
const byAppOf = ({ auth }: Operation) => (typeof auth === 'object' ? auth.byApp : undefined);

describe('each tool that changes something', () => {
  it.each(writingTools.map((operation) => [operation.tool ?? '', operation] as const))(
    '%s is refused to apps, or it is decided what becomes of what an app makes by it',
    (tool, operation) => {
      const { auth } = operation;
      const isClosed = typeof auth === 'object' && (auth.keyOnly === true || auth.sessionOnly === true);
      expect([isClosed, byAppOf(operation) !== undefined, MAKES_NO_ACCESS.has(tool)].filter(Boolean)).toEqual([true]);
    },
  );

  it('that leaves something behind is named on the page of consent, in both languages', () => {
    const named = writingTools.flatMap((operation) => (byAppOf(operation) === 'named' ? [operation.tool] : []));
    expect(named.sort()).toEqual([
      ...['create_portal_session', 'create_webhook', 'invite_member', 'rotate_webhook_secret'],
      ...['start_checkout', 'start_enrichment_checkout', 'update_member_role', 'update_webhook'],
    ]);
    for (const [text, words] of [
      [consentWords.stays, ['invites', 'roles', 'webhooks', 'payment pages']],
      [translated(consentWords, 'de').stays, ['einlädt', 'Rollen', 'Webhooks', 'Zahlungsseiten']],
    ] as const)
      for (const word of words) expect(text).toContain(word);
  });
});

describe('a connected app', () => {
  const its = shareTeamStack();
  let owner: SignedIn;
  beforeEach(async () => {
    owner = await signIn(its.stack, { email: its.team.members.owner.email, workspace: its.team.slug });
  });

  it('makes no seat, whose key the page of consent does not name: it is told what to do, and nothing changes', async () => {
    const { stack, team } = its;
    const app = await OAuthApp.register(stack);
    const { page } = await app.atConsent(owner);
    expect(page.html).toContain(consentWords.stays);
    const { access_token: token } = await app.connect(owner, team);
    const listed = await callConnector(stack, 'tools/list', {}, bearer(token));
    expect(listed.text).not.toContain('"name":"create_agent_seat"');
    expect(listed.text).toContain('"name":"list_agent_seats"');
    const args = { name: 'create_agent_seat', arguments: { displayName: 'Kept' } };
    const refused = await callConnector(stack, 'tools/call', args, bearer(token));
    expect(refused.text).toContain('not_for_apps');
    expect(refused.text).toContain('Settings');
    const [row] = await stack.sql`select count(*)::int as n from agent_seats where workspace_id = ${team.workspaceId}`;
    expect(row?.n).toBe(0);
  });
});
