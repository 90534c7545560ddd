import { v7 as uuidv7 } from 'uuid';
import { type BookingDefaults, withTimes } from '../../../domain/event-types/booking-defaults.ts';
import { type EventTypeSettings, locationIssue } from '../../../domain/event-types/event-type.ts';
import { defaultPrepMailMinutes } from '../../../domain/prep/pack-state.ts';
import { DEFAULT_REMINDERS, keptReminders } from '../../../domain/reminders/reminders.ts';
import { slugOf } from '../../../domain/workspaces/names.ts';
import { type FieldIssue, invalid } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { eventTypes } from '../../../schemas/operations/event-types.ts';
import { type CreateRefusal, createEventType as create } from '../../../store/event-types/change-event-types.ts';
import { readBookingDefaults } from '../../../store/workspaces/workspace-defaults.ts';
import { namingEveryId, requireAccess, requireHost } from '../../core/access.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { requireUnreservedSlug, resultOrThrow } from '../../core/refusals.ts';
import { overPlanCap } from '../billing/over-cap.ts';
import { issuesOfForm, issuesOfReminders, newReminderId } from './event-type-checks.ts';
import { toEventTypeAnswer } from './event-type-view.ts';
import { eventTypeError } from './refusals.ts';

type CreateInput = Input<typeof eventTypes.createEventType>;

const settingsOf = (input: CreateInput, defaults: BookingDefaults): EventTypeSettings => {
  const {
    hostUserId: _host,
    teamId: _team,
    assignment: _assignment,
    form: _form,
    limits,
    bookingPolicy,
    ...settings
  } = input;
  return {
    ...settings,
    ...withTimes(defaults, input),
    slug: input.slug ?? slugOf(input.name, 'event'),
    color: input.color?.toLowerCase() ?? null,
    scheduleId: input.scheduleId ?? null,
    prepMailMinutes: input.prepMailMinutes === undefined ? defaultPrepMailMinutes(input.hidden) : input.prepMailMinutes,
    reminders: input.reminders ? keptReminders(input.reminders, [], newReminderId) : DEFAULT_REMINDERS,
    limits: { perDay: limits.perDay ?? null, perWeek: limits.perWeek ?? null, perMonth: limits.perMonth ?? null },
    bookingPolicy: {
      requireOtpHuman: bookingPolicy.requireOtpHuman ?? true,
      requireOtpAgent: bookingPolicy.requireOtpAgent ?? true,
      requireBusinessEmail: bookingPolicy.requireBusinessEmail ?? false,
      blockRestrictedEmailDomains: bookingPolicy.blockRestrictedEmailDomains ?? false,
    },
  };
};

/** What is wrong with the owner: one host or one team. */
function ownerIssues({ teamId, assignment, hostUserId, scheduleId }: CreateInput): FieldIssue[] {
  if (teamId === undefined) return assignment ? [{ path: 'assignment', message: 'goes with teamId only' }] : [];
  return [
    ...(assignment ? [] : [{ path: 'assignment', message: 'is needed with teamId: round_robin or collective' }]),
    ...(hostUserId === undefined ? [] : [{ path: 'hostUserId', message: 'cannot go with teamId; send one of them' }]),
    ...(scheduleId === undefined
      ? []
      : [{ path: 'scheduleId', message: 'cannot go with teamId: members use their own' }]),
  ];
}

/** @throws AppError auth.forbidden (not_yours), resource.not_found (host_not_found) */
async function ownerOf(context: ActingContext<typeof eventTypes.createEventType>, input: CreateInput) {
  const { teamId, assignment, hostUserId } = input;
  if (teamId === undefined || !assignment)
    return { hostId: await requireHost(context, hostUserId, 'event types'), team: null };
  requireAccess(context.actor, teamId, 'event types');
  return { hostId: null, team: { id: teamId, assignment } };
}

const make: Handler<typeof eventTypes.createEventType> = async (context, input) => {
  const { sql, actor, caller, now } = context;
  const unfit = issuesOfReminders(input.reminders);
  // The other settings are checked all the same, so that one answer names all that is wrong.
  const sound = unfit.length > 0 ? { ...input, reminders: undefined } : input;
  const settings = settingsOf(sound, await readBookingDefaults(sql, actor.workspaceId));
  const misplaced = locationIssue(settings);
  const issues = [...ownerIssues(input), ...(misplaced ? [misplaced] : []), ...unfit, ...issuesOfForm(input.form)];
  if (issues.length > 0) throw invalid(issues);
  const owner = await ownerOf(context, input);
  requireUnreservedSlug(settings.slug);
  const request = { id: uuidv7(), workspaceId: actor.workspaceId, ...owner, settings, form: input.form ?? null };
  const outcome = await create(sql, request, { actor, source: caller.source }, now);
  const refused = (refusal: CreateRefusal) =>
    refusal.refused === 'over_plan_cap' ? overPlanCap(refusal, context.urls) : eventTypeError(refusal);
  return toEventTypeAnswer(context, resultOrThrow(outcome, refused));
};

export const createEventType: Handler<typeof eventTypes.createEventType> = (context, input) => {
  const { hostUserId, teamId, scheduleId } = input;
  const ids = {
    hostUserId: { kind: 'person', id: hostUserId },
    teamId: { kind: 'team', id: teamId },
    scheduleId: { kind: 'schedule', id: scheduleId },
  } as const;
  return namingEveryId(context, ids, () => make(context, input));
};
