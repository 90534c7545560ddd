import { createContext, type ReactNode, useContext } from 'react';
import type { HostAct } from '../../../../domain/booking/host-acts.ts';
import type { AnyMeeting } from './meeting.ts';

/** What a page does with its meetings. */
export interface Acts {
  /** what was done last, in words */
  readonly done: string;
  /** open while the host says more; it outlives its row, which may go while they write */
  readonly dialog: ReactNode;
  /** Asks for what an act needs. */
  start(act: Exclude<HostAct, 'approve'>, meeting: AnyMeeting): void;
  /** Does it, reads again, and says so. */
  finish(words: string, work: () => Promise<unknown>): Promise<void>;
}

const ActsContext = createContext<Acts | null>(null);

export const ActsProvider = ActsContext.Provider;

export function useActsOfPage(): Acts {
  const acts = useContext(ActsContext);
  if (!acts) throw new Error('ActsProvider is missing');
  return acts;
}
