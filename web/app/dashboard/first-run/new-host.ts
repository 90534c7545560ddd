import { createCall } from '../../data/call.ts';
import type { Membership, Person } from '../workspaces/choice.ts';

const NEW_FOR_MS = 24 * 3_600_000;
const SKIPPED = 'holdfast.start';
/** What every workspace begins with. */
const FIRST_EVENT_TYPE = 'meeting-30';

/** Whether somebody signed up within the last day. */
export const isYoung = ({ createdAt }: Pick<Person, 'createdAt'>, nowMs: number): boolean =>
  nowMs - Date.parse(createdAt) <= NEW_FOR_MS;

interface Mine {
  readonly user: Person;
  readonly workspaces: readonly Membership[];
}

/**
 * Whether a host has just signed up and made nothing yet: the first steps are for them. It is read from what exists, so nothing has to be kept. Only
 * who skips is remembered, by this browser. An older account costs no call.
 */
export async function isNewHost(nowMs: number): Promise<boolean> {
  const csrfToken = document.getElementById('app')?.dataset.csrfToken ?? '';
  const mine = JSON.parse(document.getElementById('mine')?.textContent ?? 'null') as Mine | null;
  const only = mine?.workspaces.length === 1 ? mine.workspaces[0] : undefined;
  if (!mine || only?.role !== 'owner' || !isYoung(mine.user, nowMs) || hasSkipped()) return false;
  const call = createCall(() => csrfToken);
  try {
    const [{ eventTypes }, { meetings }] = await Promise.all([
      call('listHostEventTypes', { status: 'all', limit: 2 }, only.id),
      call('listMeetings', { filter: 'all', limit: 1 }, only.id),
    ]);
    return meetings.length === 0 && eventTypes.length === 1 && eventTypes[0]?.slug === FIRST_EVENT_TYPE;
  } catch {
    // The page of meetings says what fails.
    return false;
  }
}

const hasSkipped = (): boolean => isKept(SKIPPED);
export const rememberSkipped = (): void => keep(SKIPPED);

function isKept(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

function keep(name: string): void {
  try {
    localStorage.setItem(name, 'yes');
  } catch {
    // Asked once more.
  }
}
