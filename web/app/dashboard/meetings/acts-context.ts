import { createContext, type ReactNode, useContext } from 'react';
import type { HostAct } from '../../../../domain/booking/booking-states.ts';
import type { AnyMeeting } from './meeting.ts';

/** Acts that a dialog asks about. The others are done at once. */
export type ActThatAsks = Exclude<HostAct, 'approve' | 'undoNoShow'>;

/** What a page does with its meetings. */
export interface Acts {
  /** what was done last, in words */
  readonly done: string;
  /** counts what a toast has said, for the focus */
  readonly gone: number;
  /** open while the host says more; it outlives its row, which may go while they write */
  readonly dialog: ReactNode;
  /** Asks for what an act needs. */
  start(act: ActThatAsks, meeting: AnyMeeting): void;
  /** Does it, reads again, and says so. @param undo takes it back: a toast offers it */
  finish(words: string, work: () => Promise<unknown>, undo?: () => Promise<unknown>): Promise<void>;
}

const ActsContext = createContext<Acts | null>(null);

export const ActsProvider = ActsContext.Provider;

export function useActsOfPage(): Acts {
  const acts = useContext(ActsContext);
  if (!acts) throw new Error('ActsProvider is missing');
  return acts;
}
