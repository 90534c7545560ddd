import { expect, it } from 'vitest';
import { z } from 'zod';
import { withZoneNames } from '../../../../api/core/repair/aliases.ts';

const public_ = z.object({ timezone: z.string().optional(), invitee: z.object({ timezone: z.string() }).optional() });
const keyed = z.object({ timeZone: z.string().optional() });
const none = z.object({ name: z.string() });

it.each([
  [public_, { timeZone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }],
  [public_, { timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }],
  [keyed, { timezone: 'Asia/Tokyo' }, { timeZone: 'Asia/Tokyo' }],
  [public_, { invitee: { timeZone: 'Asia/Tokyo', name: 'Ada' } }, { invitee: { timezone: 'Asia/Tokyo', name: 'Ada' } }],
  // Its own name decides.
  [public_, { timezone: 'Asia/Tokyo', timeZone: 'UTC' }, { timezone: 'Asia/Tokyo', timeZone: 'UTC' }],
  [none, { name: 'a', timeZone: 'UTC' }, { name: 'a', timeZone: 'UTC' }],
  [public_, null, null],
  [public_, ['timeZone'], ['timeZone']],
  [public_, { invitee: 'timeZone' }, { invitee: 'timeZone' }],
])('%#: the zone is read under both names', (input, given, read) => {
  expect(withZoneNames(input)(given)).toEqual(read);
});
