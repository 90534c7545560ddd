import { Icon } from './icon.tsx';
import { zoneName } from './meeting-time.ts';

export interface ZoneGroup {
  readonly region: string;
  readonly zones: readonly { readonly value: string; readonly label: string }[];
}

export interface ZoneChoice {
  /** IANA zone that all times on the page are in */
  readonly current: string;
  /** host, utc: nobody has chosen yet */
  readonly source: 'guest' | 'host' | 'utc';
  /** HH:mm there at this moment, so that a wrong zone is noticed */
  readonly clock: string;
  readonly groups: readonly ZoneGroup[];
  /** A GET form: where it goes, and what must not be lost on the way. */
  readonly action: string;
  readonly keep: Readonly<Record<string, string>>;
}

const SOURCES: Readonly<Record<ZoneChoice['source'], string>> = {
  guest: '',
  host: ', the host’s time zone',
  utc: '',
};

/** Says plainly which zone the times are in, and lets the guest change it without a script. Open until somebody has chosen. */
export function ZoneForm({ current, source, clock, groups, action, keep }: ZoneChoice) {
  return (
    <details className="zone" open={source !== 'guest'}>
      <summary>
        <Icon name="globe" />
        <span>
          Times are in <strong>{zoneName(current)}</strong>
          {SOURCES[source]}. It is {clock} there now.{' '}
          <span className="change">
            Change<span className="vh"> time zone</span>
          </span>
        </span>
      </summary>
      <form method="get" action={action}>
        {Object.entries(keep).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="field">
          <label htmlFor="timezone">Your time zone</label>
          <select id="timezone" name="timezone" defaultValue={current}>
            {groups.map(({ region, zones }) => (
              <optgroup key={region} label={region}>
                {zones.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
        <button type="submit" className="button second">
          Show times
        </button>
      </form>
    </details>
  );
}
