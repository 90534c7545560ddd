import { v7 as uuidv7 } from 'uuid';
import { makeEventType } from '../support/factories/event-types.ts';
import type { Place, Samples } from './sample.ts';

/** Of whoever calls, in our workspace. */
const ownEvent = async ({ stack, team, shown }: Place) => ({
  eventTypeId: await makeEventType(stack.sql, team, shown.userId),
});

const badSettings = {
  name: '',
  durationMinutes: 4,
  locationType: 'moon',
  maxFutureDays: 731,
  limits: { perDay: 0 },
  color: 'red',
  form: { fields: [{ key: 'Topic', type: 'essay', label: '' }] },
};

export const eventTypeSamples: Samples = {
  'eventTypes.listHostEventTypes': {
    good: () => ({ status: 'all', limit: 2 }),
    bad: { status: 'lost', limit: 0, cursor: 'nonsense' },
    missing: { hostUserId: uuidv7() },
  },
  'eventTypes.getEventType': {
    good: ownEvent,
    bad: { eventTypeId: 'mine' },
    missing: { eventTypeId: uuidv7() },
  },
  'eventTypes.createEventType': {
    good: () => ({
      name: 'Sample',
      slug: `sample-${uuidv7()}`,
      durationMinutes: 30,
      locationType: 'phone',
      form: { fields: [{ key: 'topic', type: 'short_text', label: 'What about?' }] },
    }),
    // A slug is a host's once: the same call again is refused.
    eachAnew: true,
    bad: badSettings,
    missing: { name: 'Sample', durationMinutes: 30, locationType: 'phone', hostUserId: uuidv7() },
  },
  'eventTypes.updateEventType': {
    good: async (place) => ({ ...(await ownEvent(place)), name: 'Renamed', bufferAfterMinutes: 10 }),
    bad: { eventTypeId: 'mine', ...badSettings },
    missing: { eventTypeId: uuidv7(), name: 'Renamed' },
  },
  'eventTypes.archiveEventType': {
    good: ownEvent,
    bad: { eventTypeId: 'mine' },
    missing: { eventTypeId: uuidv7() },
  },
  'eventTypes.restoreEventType': {
    good: ownEvent,
    bad: { eventTypeId: 'mine' },
    missing: { eventTypeId: uuidv7() },
  },
};
