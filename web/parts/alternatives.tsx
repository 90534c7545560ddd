import { detailsWords } from '../../texts/en/pages/details.ts';
import { Fill } from './fill.tsx';
import { useWords } from './locale.ts';
import type { MeetingTime } from './meeting-time.ts';

/**
 * The nearest open times when a time is no longer open. Inside the form, so the guest's input is sent, too. None is chosen yet: a guest who
 * only presses on would book a time that they did not choose.
 */
export function Alternatives({ alternatives, timesHref }: { alternatives: readonly MeetingTime[]; timesHref: string }) {
  const words = useWords(detailsWords);
  if (alternatives.length === 0) {
    return (
      <p className="field">
        <Fill text={words.noneNear} parts={{ link: <a href={timesHref}>{words.seeAll}</a> }} />
      </p>
    );
  }
  return (
    <fieldset className="field" id="alternatives">
      <legend>{words.anotherTime}</legend>
      <div className="choices boxed">
        {alternatives.map(({ startUtc, day, range, zone }, index) => (
          <label key={startUtc} className="choice">
            <input
              type="radio"
              name="startAt"
              value={startUtc}
              required
              // biome-ignore lint/a11y/noAutofocus: the page is there again for this choice alone
              autoFocus={index === 0}
            />
            <span>
              <span className="piece">{day},</span>{' '}
              <span className="piece">
                {range} <span className="quiet">({zone})</span>
              </span>
            </span>
          </label>
        ))}
      </div>
      <p className="hint">
        <Fill text={words.orAllTimes} parts={{ link: <a href={timesHref}>{words.seeAllTimes}</a> }} />
      </p>
    </fieldset>
  );
}
