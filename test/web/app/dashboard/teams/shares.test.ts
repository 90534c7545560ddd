import { expect, it } from 'vitest';
import { sharesOf } from '../../../../../web/app/dashboard/teams/shares.ts';

const member = { userId: 'a', name: 'A', weight: 1, fixed: false, turns: 0, canceled: 0 };

it('divides all turns by the weights of those who take turns', () => {
  const shares = sharesOf([
    { ...member, turns: 4 },
    { ...member, weight: 3, turns: 4 },
    { ...member, weight: 5, fixed: true },
    { ...member, weight: null, turns: 2 },
  ]);
  expect(shares.map(({ expected }) => expected)).toEqual([2.5, 7.5, null, null]);
});
