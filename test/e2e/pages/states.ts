import { appStates } from './states/app.ts';
import { aroundStates } from './states/around.ts';
import { bookingStates } from './states/booking.ts';
import { brandedFiles, brandedStates } from './states/branded.ts';
import { docsStates } from './states/docs.ts';
import { embedFiles, embedStates } from './states/embed.ts';
import { eventStates } from './states/event.ts';
import { meetingStates } from './states/meeting.ts';
import { prepStates } from './states/prep.ts';

/** The files that the documents load besides the style sheet, by path. */
export const files = { ...brandedFiles, ...embedFiles };

export { frame } from './states/base.ts';

/** Every page in every state that a guest or host can see, as whole documents. One file per area. */
export const states: Readonly<Record<string, string>> = {
  ...aroundStates,
  ...eventStates,
  ...bookingStates,
  ...meetingStates,
  ...brandedStates,
  ...appStates,
  ...prepStates,
  ...docsStates,
  ...embedStates,
};
