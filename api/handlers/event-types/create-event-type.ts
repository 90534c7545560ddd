import { v7 as uuidv7 } from 'uuid';
import { type EventTypeSettings, locationIssue } from '../../../domain/event-type.ts';
import { slugOf } from '../../../domain/names.ts';
import { invalid } from '../../../schemas/errors.ts';
import type { eventTypes } from '../../../schemas/event-types.ts';
import type { Input } from '../../../schemas/operation.ts';
import { createEventType as create } from '../../../store/change-event-types.ts';
import type { Handler } from '../../handler.ts';
import { requireFreeWord, requireSoundForm } from '../../hosting/event-type-checks.ts';
import { toEventType } from '../../hosting/event-type-view.ts';
import { hostInReach } from '../../hosting/reach.ts';

const settingsOf = (input: Input<typeof eventTypes.createEventType>): EventTypeSettings => {
  const { hostUserId: _host, form: _form, limits, bookingPolicy, ...settings } = input;
  return {
    ...settings,
    slug: input.slug ?? slugOf(input.name, 'event'),
    color: input.color?.toLowerCase() ?? null,
    scheduleId: input.scheduleId ?? null,
    limits: { perDay: limits.perDay ?? null, perWeek: limits.perWeek ?? null, perMonth: limits.perMonth ?? null },
    bookingPolicy: {
      requireOtpHuman: bookingPolicy.requireOtpHuman ?? true,
      requireOtpAgent: bookingPolicy.requireOtpAgent ?? true,
      requireBusinessEmail: bookingPolicy.requireBusinessEmail ?? false,
      blockRestrictedEmailDomains: bookingPolicy.blockRestrictedEmailDomains ?? false,
    },
  };
};

export const createEventType: Handler<typeof eventTypes.createEventType> = async (context, input) => {
  const { sql, actor, caller, now, urls } = context;
  const hostId = await hostInReach(context, input.hostUserId, 'event types');
  const settings = settingsOf(input);
  const issue = locationIssue(settings);
  if (issue) throw invalid([issue]);
  requireSoundForm(input.form);
  requireFreeWord(settings.slug);
  const wish = { id: uuidv7(), workspaceId: actor.workspaceId, hostId, settings, form: input.form ?? null };
  return { eventType: toEventType(await create(sql, wish, { actor, source: caller.source }, now), urls.publicUrl) };
};
