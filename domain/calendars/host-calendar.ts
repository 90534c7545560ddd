/** The state of a booking's event in a host's calendar when a mail about it is made. Hosts without a calendar for bookings have none. */
export interface HostCalendar {
  readonly userId: string;
  /** False: they have handed the meeting over. */
  readonly isHost: boolean;
  readonly isOrganizer: boolean;
  /** An earlier mail brought a calendar file: their calendar may have it as an event of its own. */
  readonly hasFile: boolean;
  /** The event is in their calendar, and follows changes. */
  readonly isThere: boolean;
  /** How long the host's mail may wait for the event, which is being written for the first time; 0: it does not wait. */
  readonly waitMs: number;
  /** Opens the event; null: not known. */
  readonly htmlLink: string | null;
}

/**
 * Returns whether a host's mail brings a calendar file. Mail programs add it to the calendar by themselves, so a host whose calendar has the
 * event receives none. A host who received a file receives all later ones, so that their copy follows.
 */
export function needsFile(calendar: HostCalendar | undefined, method: 'REQUEST' | 'CANCEL' | 'PUBLISH'): boolean {
  if (calendar === undefined || calendar.hasFile) return true;
  return method !== 'CANCEL' && !calendar.isThere;
}
