import type { BookableEvent } from '../../../domain/bookable/bookable-event.ts';

const question = { type: 'short_text', label: 'What should we talk about?' } as const;

/** An event with every kind of question. Each test changes what it needs. */
export const sampleEvent: BookableEvent = {
  workspace: { id: '01990000-0000-7000-8000-000000000001', slug: 'acme', name: 'Acme', locked: false },
  host: {
    id: '01990000-0000-7000-8000-000000000002',
    name: 'Ada Lovelace',
    email: 'ada@acme.test',
    username: 'ada',
    timezone: 'Europe/Berlin',
    calendar: 'none',
  },
  eventType: {
    id: '01990000-0000-7000-8000-000000000003',
    version: 1,
    slug: 'deep-dive-60',
    name: 'Deep dive',
    description: 'An hour on your questions.',
    locationType: 'custom_link',
    locationDetail: 'https://meet.example/secret-room',
    requiresApproval: false,
    archived: false,
    reminders: [],
    policy: {
      requireOtpHuman: true,
      requireOtpAgent: true,
      requireBusinessEmail: false,
      blockRestrictedEmailDomains: false,
    },
  },
  rules: {
    eventTypeId: '01990000-0000-7000-8000-000000000003',
    durationMinutes: 60,
    slotIntervalMinutes: null,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    buffersAroundCalendarEvents: true,
    minimumNoticeMinutes: 120,
    maxFutureDays: 60,
    limits: { perDay: null, perWeek: null, perMonth: null },
  },
  form: {
    id: '01990000-0000-7000-8000-000000000004',
    definition: {
      slug: 'intake',
      name: 'Before we meet',
      fields: [
        { ...question, key: 'topic', required: true },
        { key: 'email', type: 'email', label: 'Billing address', required: true },
        { key: 'uses_other', type: 'boolean', label: 'Do you use another tool?', required: false },
        {
          ...question,
          key: 'other',
          label: 'Which one?',
          required: true,
          conditionalLogic: { all: [{ key: 'uses_other', op: 'equals', value: true }] },
        },
      ],
    },
  },
  team: null,
  schedule: {
    timezone: 'Europe/Berlin',
    weeklyRules: [1, 2, 3, 4, 5].flatMap((dayOfWeek) => [
      { dayOfWeek, startMinute: 540, endMinute: 720 },
      { dayOfWeek, startMinute: 780, endMinute: 1020 },
    ]),
    overrides: [],
    timeOff: [],
  },
};

/** The sample with other settings of the event. */
export const eventWith = (eventType: Partial<BookableEvent['eventType']>): BookableEvent => ({
  ...sampleEvent,
  eventType: { ...sampleEvent.eventType, ...eventType },
});

/** The sample with another policy. */
export const eventWithPolicy = (policy: Partial<BookableEvent['eventType']['policy']>): BookableEvent =>
  eventWith({ policy: { ...sampleEvent.eventType.policy, ...policy } });

export const urls = { publicUrl: 'https://book.example.com' };
