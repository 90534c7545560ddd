import type { Samples } from './sample.ts';

export const activitySamples: Samples = {
  'activity.listActivity': {
    good: ({ team }) => ({ subjectType: 'workspace', subjectId: team.workspaceId, action: 'workspace.', limit: 2 }),
    speaksOfOurs: true,
    bad: { subjectType: 'bookings', subjectId: 'mine', actor: 'me', from: 'yesterday', limit: 0, cursor: 'nonsense' },
  },
  'mail.listTestMail': {
    good: () => ({ to: 'guest@example.com', limit: 2 }),
    bad: { to: 'nobody', bookingId: 'mine', limit: 1000, cursor: 'nonsense' },
  },
};
