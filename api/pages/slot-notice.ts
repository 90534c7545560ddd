import type { NoticeText } from '../../web/parts/notice.tsx';
import type { Failure } from '../dispatch.ts';
import type { StepProblem } from './booking-state.ts';
import { reasonOf } from './problems.ts';

const TITLES: Readonly<Record<string, string>> = {
  slot_taken: 'That time is no longer free',
  not_a_slot: 'That time can’t be booked',
  too_soon: 'That time is too soon to book',
  too_far: 'That time is too far ahead to book',
  limit_reached: 'The host takes no more meetings around that day',
};

/** True for failures that another time repairs. */
export const isAboutTheSlot = (failure: Failure): boolean => reasonOf(failure) in TITLES;

/** @param typed whether the guest has typed something that is kept */
export function slotNotice(reason: string, typed = false): NoticeText {
  const taken = reason === 'slot_taken' ? 'Someone booked it, or is about to. ' : '';
  const next = typed ? 'What you typed is still here: choose another time and go on.' : 'Please pick another one.';
  return { tone: 'error', title: TITLES[reason] ?? 'That time can’t be booked', text: taken + next };
}

/** The failure as the next page needs it: why, and which times are near. */
export function slotProblem(failure: Failure): StepProblem {
  const near = failure.envelope.error.details?.alternatives;
  const alternatives = Array.isArray(near) ? near.flatMap(startOf) : [];
  return { reason: reasonOf(failure), alternatives };
}

function startOf(slot: unknown): string[] {
  if (slot === null || typeof slot !== 'object' || !('startUtc' in slot)) return [];
  return typeof slot.startUtc === 'string' ? [slot.startUtc] : [];
}
