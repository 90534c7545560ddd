import { expect, it } from 'vitest';
import { ACTIVITY_ACTIONS } from '../../../../../schemas/shapes/activity-names.ts';
import { activityWords } from '../../../../../texts/en/dashboard/activity.ts';
import { translated } from '../../../../../texts/translated.ts';

it.each(['en', 'de'] as const)('the log has words for everything that it says was done (%s)', (language) => {
  const { things, acts } = translated(activityWords, language);
  const missing = ACTIVITY_ACTIONS.filter((action) => {
    const [thing = '', act = ''] = action.split('.');
    return things[thing] === undefined || acts[act] === undefined;
  });
  expect(missing).toEqual([]);
});
