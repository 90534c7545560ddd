import { detailsWords } from '../../../texts/en/pages/details.ts';
import { translated } from '../../../texts/translated.ts';
import type { Locale } from '../../../web/parts/locale.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import type { Failure } from '../../core/call.ts';
import { reasonOf } from '../shell/problems.ts';
import type { StepProblem } from './booking-state.ts';

type Gone = keyof typeof detailsWords.gone;

const isGone = (reason: string): reason is Gone => Object.hasOwn(detailsWords.gone, reason);

/** True if the guest can book another time instead. */
export const isAboutTheSlot = (failure: Failure): boolean => isGone(reasonOf(failure));

/** Why a start cannot be booked. @param isTyped whether the page keeps the guest's input */
export function slotNotice(reason: string, { language }: Locale, isTyped = false): NoticeText {
  const words = translated(detailsWords, language);
  const next = isTyped ? words.chooseAnother : words.pickAnother;
  return {
    tone: 'error',
    title: words.gone[isGone(reason) ? reason : 'not_a_slot'],
    text: reason === 'slot_taken' ? `${words.taken} ${next}` : next,
  };
}

/** The failure for the next page: the reason and the nearest open times. */
export function slotProblem(failure: Failure): StepProblem {
  const near = failure.envelope.error.details?.alternatives;
  const alternatives = Array.isArray(near) ? near.flatMap(startOf) : [];
  return { reason: reasonOf(failure), alternatives };
}

function startOf(slot: unknown): string[] {
  if (slot === null || typeof slot !== 'object' || !('startUtc' in slot)) return [];
  return typeof slot.startUtc === 'string' ? [slot.startUtc] : [];
}
