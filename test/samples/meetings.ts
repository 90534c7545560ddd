import type { Samples } from './sample.ts';

export const meetingSamples: Samples = {
  'meetings.listMyMeetings': { good: () => ({}) },
  'meetings.listMeetings': {
    good: () => ({ filter: 'all', limit: 2 }),
    bad: { filter: 'lost', limit: 0, cursor: 'nonsense' },
  },
  'meetings.getInsights': {
    good: () => ({ fromDate: '2026-11-01', toDate: '2026-11-30' }),
    bad: { fromDate: '2026-02-30', toDate: 'today', timeZone: 'Mars/Base' },
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
