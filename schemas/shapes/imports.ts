import { z } from 'zod';

/** Of other services only what is read here has a type; the rest is kept, so that it can be named as left out. */
const id = z.union([z.string(), z.number()]).nullish();
const minutes = z.number().nullish();
const text = z.string().nullish();
const words = z.string().trim().min(1);

const CalcomField = z.looseObject({
  type: z.string().optional(),
  slug: z.string().optional(),
  label: text,
  placeholder: text,
  required: z.boolean().nullish(),
  hidden: z.boolean().nullish(),
  isDefault: z.boolean().nullish(),
  options: z.array(z.string()).nullish(),
});

/** An entry of `GET /v2/event-types` (Cal.com, version 2024-06-14). */
export const CalcomEventType = z.looseObject({
  id,
  title: words,
  slug: text,
  lengthInMinutes: z.number(),
  description: text,
  locations: z.array(z.looseObject({ type: z.string() })).nullish(),
  bookingFields: z.array(CalcomField).nullish(),
  slotInterval: minutes,
  minimumBookingNotice: minutes,
  beforeEventBuffer: minutes,
  afterEventBuffer: minutes,
  scheduleId: id,
  bookingLimitsCount: z.looseObject({ day: minutes, week: minutes, month: minutes }).nullish(),
  // Its published schema says a list, its answers have one.
  bookingWindow: z.preprocess(
    (value) => (Array.isArray(value) ? value[0] : value),
    z.looseObject({ type: text, value: z.unknown() }).nullish(),
  ),
  confirmationPolicy: z.looseObject({ type: text, disabled: z.boolean().nullish() }).nullish(),
  hidden: z.boolean().nullish(),
  color: z.looseObject({ lightThemeHex: text }).nullish(),
  teamId: id,
  schedulingType: text,
});

/** An entry of `GET /v2/schedules` (Cal.com, version 2024-06-11). */
export const CalcomSchedule = z.looseObject({
  id,
  name: words,
  timeZone: z.string(),
  availability: z.array(z.looseObject({ days: z.array(z.string()), startTime: z.string(), endTime: z.string() })),
  overrides: z.array(z.looseObject({ date: z.iso.date(), startTime: z.string(), endTime: z.string() })).nullish(),
  isDefault: z.boolean().nullish(),
});

const CalendlyQuestion = z.looseObject({
  name: z.string(),
  type: z.string(),
  position: z.number().nullish(),
  enabled: z.boolean().nullish(),
  required: z.boolean().nullish(),
  answer_choices: z.array(z.string()).nullish(),
  include_other: z.boolean().nullish(),
});

/** An entry of `GET /event_types` (Calendly v2). */
export const CalendlyEventType = z.looseObject({
  uri: text,
  name: words,
  slug: text,
  duration: z.number(),
  active: z.boolean().nullish(),
  kind: text,
  type: text,
  pooling_type: text,
  booking_method: text,
  secret: z.boolean().nullish(),
  deleted_at: text,
  color: text,
  description_plain: text,
  locations: z
    .array(z.looseObject({ kind: z.string(), location: text, phone_number: text, additional_info: text }))
    .nullish(),
  custom_questions: z.array(CalendlyQuestion).nullish(),
});

/** An entry of `GET /user_availability_schedules` (Calendly v2). */
export const CalendlySchedule = z.looseObject({
  uri: text,
  name: words,
  timezone: z.string(),
  default: z.boolean().nullish(),
  rules: z.array(
    z.looseObject({
      type: z.string(),
      wday: text,
      date: z.iso.date().nullish(),
      intervals: z.array(z.looseObject({ from: z.string(), to: z.string() })),
    }),
  ),
});

export type CalcomEventType = z.output<typeof CalcomEventType>;
export type CalcomSchedule = z.output<typeof CalcomSchedule>;
export type CalendlyEventType = z.output<typeof CalendlyEventType>;
export type CalendlySchedule = z.output<typeof CalendlySchedule>;
