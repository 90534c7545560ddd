export interface Alternative {
  readonly startUtc: string;
  /** day, range and zone on one line */
  readonly display: string;
}

/** The nearest open times, in place of one that is gone; inside a form, so that nothing typed is lost. */
export function Alternatives({ alternatives, timesHref }: { alternatives: readonly Alternative[]; timesHref: string }) {
  if (alternatives.length === 0) {
    return (
      <p className="field">
        No other time is near. <a href={timesHref}>See all times</a>
      </p>
    );
  }
  return (
    <fieldset className="field" id="alternatives">
      <legend>Choose another time</legend>
      <div className="choices boxed">
        {alternatives.map(({ startUtc, display }, index) => (
          <label key={startUtc} className="choice">
            <input type="radio" name="startAt" value={startUtc} required defaultChecked={index === 0} />
            {display}
          </label>
        ))}
      </div>
      <p className="hint">
        Or <a href={timesHref}>see all times</a>.
      </p>
    </fieldset>
  );
}
