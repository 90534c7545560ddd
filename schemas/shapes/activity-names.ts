/** Everything that the activity log says was done. An action that is not here does not compile where it is logged. */
export const ACTIVITY_ACTIONS = [
  ...['account.created', 'agent_identity.registered', 'agent_identity.verified', 'agent_identity.revoked'],
  ...['agent_seat.created', 'agent_seat.revoked', 'api_key.created', 'api_key.revoked'],
  ...['booking.requested', 'booking.confirmed', 'booking.approved', 'booking.rescheduled', 'booking.canceled'],
  ...['booking.declined', 'booking.expired', 'booking.completed', 'booking.no_show', 'booking.no_show_undone'],
  ...[
    'booking.host_changed',
    'booking.host_left',
    'booking.link_ready',
    'booking.mails_missed',
    'booking.notes_changed',
    'booking.calendar_retried',
  ],
  ...['calendar.connected', 'calendar.reconnected', 'calendar.chosen', 'calendar.disconnected'],
  ...['calendar_settings.updated', 'checkout.started', 'checkout.completed', 'checkout.expired', 'checkout.canceled'],
  ...['claim.accepted', 'device.approved', 'device.denied'],
  ...[
    'event_type.created',
    'event_type.updated',
    'event_type.archived',
    'event_type.restored',
    'guest.deleted',
    'guest.exported',
  ],
  ...['invitation.created', 'invitation.renewed', 'invitation.revoked', 'invitation.undeliverable'],
  ...['member.joined', 'member.renamed', 'member.profile_changed', 'member.address_changed', 'member.role_changed'],
  ...['member.removed', 'oauth_grant.created', 'oauth_grant.token_reused', 'plan.changed'],
  ...['schedule.created', 'schedule.updated', 'schedule.deleted'],
  ...['schedule.date_override_set', 'schedule.date_override_removed', 'short_link.created', 'short_link.revoked'],
  ...['team.created', 'team.updated', 'team.deleted', 'team.member_added', 'team.member_changed'],
  ...['team.member_removed', 'time_off.added', 'time_off.removed', 'trial.ended'],
  ...['workspace.created', 'workspace.updated', 'workspace.exported', 'workspace.claimed', 'workspace.unclaimed'],
  ...['workspace.deleted', 'workspace.restored', 'workspace_claim.created', 'workspace_claim.refused'],
  ...['webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.secret_rotated', 'webhook.disabled'],
] as const;

export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** The possible subjects of a log entry. */
export const SUBJECT_TYPES = [
  ...['booking', 'event_type', 'schedule', 'time_off', 'team', 'member', 'invitation', 'short_link', 'api_key'],
  ...['agent_seat', 'agent_identity', 'calendar_connection', 'checkout', 'workspace', 'workspace_claim', 'user'],
  ...['device_session', 'native_claim', 'oauth_grant', 'webhook'],
] as const;

export type SubjectType = (typeof SUBJECT_TYPES)[number];
