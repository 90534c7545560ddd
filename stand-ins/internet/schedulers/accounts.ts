/** What accounts at Cal.com and Calendly have, in the shapes of their APIs. All is invented. */

const CALCOM_NAME_AND_EMAIL = [
  { isDefault: true, type: 'name', slug: 'name', required: true },
  { isDefault: true, type: 'email', slug: 'email', required: true },
];

/** An event type of Cal.com (2024-06-14). @param more what is different from the usual */
export const calcomEventType = (
  id: number,
  title: string,
  slug: string,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  ...{ id, ownerId: 7, title, slug, lengthInMinutes: 30, description: '', disableGuests: false, recurrence: null },
  ...{ metadata: {}, price: 0, currency: 'usd', lockTimeZoneToggleOnBookingPage: false, hidden: false },
  ...{ forwardParamsSuccessRedirect: true, successRedirectUrl: null, isInstantEvent: false, scheduleId: 21 },
  ...{
    bookingRequiresAuthentication: false,
    users: [{ id: 7, name: 'Ada' }],
    bookingUrl: `https://cal.com/ada/${slug}`,
  },
  locations: [{ type: 'integration', integration: 'google-meet' }],
  bookingFields: CALCOM_NAME_AND_EMAIL,
  ...more,
});

export const CALCOM_EVENT_TYPES = [
  calcomEventType(11, 'First talk', 'first-talk', {
    description: 'Half an hour to see whether it fits.',
    ...{ beforeEventBuffer: 5, afterEventBuffer: 10, minimumBookingNotice: 240, slotInterval: 15 },
    bookingWindow: { type: 'businessDays', value: 20, rolling: true },
    bookingFields: [
      ...CALCOM_NAME_AND_EMAIL,
      {
        ...{ isDefault: false, type: 'select', slug: 'team-size', label: 'Team size', required: true, hidden: false },
        options: ['1–10', 'More'],
      },
    ],
  }),
  calcomEventType(12, 'Phone call', 'phone-call', { lengthInMinutes: 15, locations: [{ type: 'attendeePhone' }] }),
  calcomEventType(13, 'Sales', 'sales', { teamId: 3, schedulingType: 'roundRobin' }),
];

export const CALCOM_SCHEDULES = [
  {
    ...{ id: 21, ownerId: 7, name: 'Office hours', timeZone: 'Europe/Berlin', isDefault: true },
    availability: [
      { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'], startTime: '09:00', endTime: '17:00' },
      { days: ['Friday'], startTime: '09:00', endTime: '13:00' },
    ],
    overrides: [{ date: '2999-12-24', startTime: '09:00', endTime: '12:00' }],
  },
];

export const CALENDLY_USER = 'https://api.calendly.com/users/AAAAAAAAAAAAAAAA';
const AT = '2026-01-02T03:04:05.678123Z';

/** An event type of Calendly. @param more what is different from the usual */
export const calendlyEventType = (
  id: string,
  name: string,
  slug: string,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  ...{ uri: `https://api.calendly.com/event_types/${id}`, name, slug, active: true, booking_method: 'instant' },
  ...{ scheduling_url: `https://calendly.com/ada/${slug}`, duration: 30, duration_options: null, kind: 'solo' },
  ...{ pooling_type: null, type: 'StandardEventType', color: '#0069ff', created_at: AT, updated_at: AT },
  ...{ internal_note: null, description_plain: null, description_html: null, secret: false, deleted_at: null },
  ...{ admin_managed: false, position: 0, is_paid: false, locale: 'en', custom_questions: [] },
  profile: { type: 'User', name: 'Ada', owner: CALENDLY_USER },
  locations: [{ kind: 'google_conference' }],
  ...more,
});

export const CALENDLY_EVENT_TYPES = [
  calendlyEventType('AAAA', 'Quick meeting', 'quick-meeting', {
    ...{ duration: 15, description_plain: 'A quarter of an hour.', locations: [{ kind: 'zoom_conference' }] },
    custom_questions: [
      {
        ...{ name: 'What about?', type: 'text', position: 0, enabled: true, required: true },
        ...{ answer_choices: [], include_other: false },
      },
    ],
  }),
  calendlyEventType('BBBB', 'Webinar', 'webinar', { kind: 'group', duration: 60 }),
];

const everyDay = (intervals: readonly { readonly from: string; readonly to: string }[]) =>
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((wday) => ({
    ...{ type: 'wday', wday, intervals: wday.startsWith('s') ? [] : intervals },
  }));

export const CALENDLY_SCHEDULES = [
  {
    uri: 'https://api.calendly.com/user_availability_schedules/DDDD',
    ...{ default: true, name: 'Working hours', user: CALENDLY_USER, timezone: 'America/New_York' },
    rules: everyDay([{ from: '09:00', to: '17:00' }]),
  },
];
