import { expect, it } from 'vitest';
import { BOOKING_STATUS_MEANINGS } from '../../api/openapi/openapi.ts';
import { isScheduled } from '../../domain/booking/booking-states.ts';
import { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { readGuide } from './examples.ts';

it('the glossary has each status of a booking, with the words of the OpenAPI document and whether the meeting takes place', () => {
  const rows = [...readGuide('docs/glossary.md').matchAll(/^\| `(\w+)` \| (yes|no) \| (.+) \|$/gm)];
  expect(rows.map(([, status, takesPlace, words]) => [status, takesPlace, words])).toEqual(
    BookingStatus.options.map((status) => [
      status,
      isScheduled(status) ? 'yes' : 'no',
      BOOKING_STATUS_MEANINGS[status],
    ]),
  );
});
