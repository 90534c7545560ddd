import type { Contract } from '../../schemas/contract.ts';
import type { Handlers } from '../handler.ts';
import { cancelBooking, cancelEventBooking } from './manage/cancel-booking.ts';
import { downloadInvite } from './manage/download-invite.ts';
import { rescheduleBooking, rescheduleEventBooking } from './manage/reschedule-booking.ts';
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
  publicBooking: { listEventTypes, listSlots, requestCode, requestConfirmLink, confirm, book },
};
