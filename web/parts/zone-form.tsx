import { pickerWords } from '../../texts/en/pages/times.ts';
import { Icon } from './icon.tsx';
import { useLocale, useWords } from './locale.ts';
import { clockWords, zoneName } from './meeting-time.ts';
import type { LivePicker, Picker } from './picker-props.ts';

export interface ZoneGroup {
  /** '' for zones of no region */
  readonly region: string;
  readonly zones: readonly { readonly value: string; readonly label: string }[];
}

export interface ZoneChoice {
  /** IANA zone of all times on the page */
  readonly current: string;
  readonly source: Picker['zoneSource'];
  /** HH:mm there now: helps to notice a wrong zone */
  readonly clock: string;
  /** The target of the GET form, and the values that it passes on. */
  readonly action: string;
  readonly keep: Readonly<Record<string, string>>;
  /** only on the server: see ZoneSelect */
  readonly groups: readonly ZoneGroup[] | undefined;
  readonly live: LivePicker | undefined;
}

/** Shows the zone of the times and its current time; a menu changes it, with or without a script. */
export function ZoneForm(props: ZoneChoice) {
  const { current, source, clock, live } = props;
  const { zone } = useWords(pickerWords);
  const locale = useLocale();
  const isHosts = source === 'host';
  const there = clockWords(clock, locale).replace(' ', '\u00a0');
  const after = `${isHosts ? zone.hosts : ''}${zone.clock(there)}`;
  return (
    <details
      className={live ? 'zone live' : 'zone'}
      {...(live ? { open: live.isZoneOpen, onToggle: live.onZoneToggle } : {})}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is interactive by itself */}
      <summary onPointerEnter={live?.prepareZones} onFocus={live?.prepareZones} onTouchStart={live?.prepareZones}>
        <Icon name="globe" />
        <span className="zone-line">
          <span>
            {zone.before}
            {/* A browser's name may differ from the server's: what is drawn stays. */}
            <strong suppressHydrationWarning>{zoneName(current, locale)}</strong>
            {isHosts ? zone.hostMark : zone.mark}
            {after}
          </span>
          <span className="change">
            {zone.change}
            <span className="vh">{zone.changeWhat}</span>
          </span>
        </span>
      </summary>
      {live?.zoneMenu === undefined ? <ZoneMenu {...props} /> : live.zoneMenu}
    </details>
  );
}

function ZoneMenu({ action, keep, current, groups }: ZoneChoice) {
  const { zone } = useWords(pickerWords);
  return (
    <form method="get" action={action}>
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="field">
        <label htmlFor="timezone">{zone.label}</label>
        {groups ? <ZoneSelect groups={groups} current={current} /> : <DrawnSelect />}
      </div>
      <button type="submit" className="button second">
        {zone.submit}
      </button>
    </form>
  );
}

function ZoneSelect({ groups, current }: { groups: readonly ZoneGroup[]; current: string }) {
  const { zone } = useWords(pickerWords);
  return (
    <select id="timezone" name="timezone" defaultValue={current}>
      {groups.map(({ region, zones }) => (
        <optgroup key={region} label={region === '' ? zone.everywhere : region}>
          {zones.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

/** The page holds all zones once, as the server drew them: the browser leaves the menu unchanged. */
function DrawnSelect() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing; React then keeps what is there
    <select id="timezone" name="timezone" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  );
}
