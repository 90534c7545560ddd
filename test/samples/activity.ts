import { v7 as uuidv7 } from 'uuid';
import type { Samples } from './sample.ts';

export const activitySamples: Samples = {
  'activity.listActivity': {
    good: () => ({ subjectType: 'booking', subjectId: uuidv7(), action: 'booking.', limit: 2 }),
    bad: { subjectId: 'mine', actor: 'me', from: 'yesterday', limit: 0, cursor: 'nonsense' },
  },
  'mail.listTestMail': {
    good: () => ({ to: 'guest@example.com', limit: 2 }),
    bad: { bookingId: 'mine', limit: 1000, cursor: 'nonsense' },
  },
};
