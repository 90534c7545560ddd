import { type BookingState, optionsOf, whyNotNoShow } from './booking-states.ts';

/** What a host does with a booking. */
export type HostAct = 'approve' | 'decline' | 'move' | 'cancel' | 'noShow' | 'undoNoShow';

/** The acts that would not be refused now, in the order of buttons. A request that waits is declined, not canceled. */
export function hostActs(booking: BookingState, now: number): readonly HostAct[] {
  const { canDecide, canReschedule, canCancel } = optionsOf(booking, now);
  const isRequest = booking.status === 'pending_confirmation';
  const isMissable = !isRequest && booking.status !== 'no_show' && whyNotNoShow(booking, now) === null;
  const acts: readonly (readonly [HostAct, boolean])[] = [
    ['approve', canDecide],
    ['decline', canDecide],
    ['move', canReschedule],
    ['cancel', canCancel && !isRequest],
    ['noShow', isMissable],
    ['undoNoShow', booking.status === 'no_show'],
  ];
  return acts.filter(([, isOpen]) => isOpen).map(([act]) => act);
}
