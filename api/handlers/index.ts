import type { Contract } from '../../schemas/contract.ts';
import type { Handlers } from '../handler.ts';
import { approveBooking } from './decisions/approve-booking.ts';
import { declineBooking } from './decisions/decline-booking.ts';
import { viewDecision } from './decisions/view-decision.ts';
import { cancelBooking } from './manage/cancel-booking.ts';
import { cancelEventBooking } from './manage/cancel-event-booking.ts';
import { downloadInvite } from './manage/download-invite.ts';
import { rescheduleBooking } from './manage/reschedule-booking.ts';
import { rescheduleEventBooking } from './manage/reschedule-event-booking.ts';
import { viewBooking } from './manage/view-booking.ts';
import { health } from './meta/health.ts';
import { openapi } from './meta/openapi.ts';
import { book } from './public-booking/book.ts';
import { confirm } from './public-booking/confirm.ts';
import { listEventTypes } from './public-booking/list-event-types.ts';
import { listSlots } from './public-booking/list-slots.ts';
import { requestCode } from './public-booking/request-code.ts';
import { requestConfirmLink } from './public-booking/request-confirm-link.ts';

/** Every operation's handler, by area and name: a forgotten one does not compile. */
export const handlers: { readonly [Area in keyof Contract]: Handlers<Contract[Area]> } = {
  meta: { health, openapi },
  manage: {
    viewBooking,
    downloadInvite,
    cancelBooking,
    rescheduleBooking,
    cancelEventBooking,
    rescheduleEventBooking,
  },
  decisions: { viewDecision, approveBooking, declineBooking },
  publicBooking: { listEventTypes, listSlots, requestCode, requestConfirmLink, confirm, book },
};
