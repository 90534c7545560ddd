import { appStates } from './states/app.ts';
import { aroundStates } from './states/around.ts';
import { bookingStates } from './states/booking.ts';
import { dressedFiles, dressedStates } from './states/dressed.ts';
import { embedFiles, embedStates } from './states/embed.ts';
import { eventStates } from './states/event.ts';
import { meetingStates } from './states/meeting.ts';

/** What the documents ask for besides the style sheet, by its path. */
export const files = { ...dressedFiles, ...embedFiles };

export { frame } from './states/base.ts';

/** Every page in every state that a guest or host can meet, as whole documents. One file an area. */
export const states: Readonly<Record<string, string>> = {
  ...aroundStates,
  ...eventStates,
  ...bookingStates,
  ...meetingStates,
  ...dressedStates,
  ...appStates,
  ...embedStates,
};
