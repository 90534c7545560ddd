import type { Samples } from './sample.ts';

export const meetingSamples: Samples = {
  'meetings.listMyMeetings': { good: () => ({}) },
  'meetings.listMeetings': {
    good: () => ({ filter: 'all', limit: 2 }),
    bad: { filter: 'lost', limit: 0, cursor: 'nonsense' },
  },
  'meetings.deleteGuest': {
    good: () => ({ email: 'nobody-here@example.com' }),
    bad: { email: 'nobody' },
  },
  'meetings.clearBookingFlood': {
    good: () => ({ dryRun: true }),
    bad: { dryRun: 'perhaps', keep: ['mine'] },
  },
};
