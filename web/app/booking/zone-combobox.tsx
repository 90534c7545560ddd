import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift';
import { useEffect, useMemo, useRef, useState } from 'react';
import { cityAndRegion, friendlyName, plainZone } from '../../../domain/time/zone-words.ts';
import { pickerWords } from '../../../texts/en/pages/times.ts';
import { BreakingName } from '../../parts/breaking-name.tsx';
import { useLocale, useWords } from '../../parts/locale.ts';
import { clockWords, zoneName } from '../../parts/meeting-time.ts';
import { likelyFirst } from '../../picker/likely-zones.ts';
import { clockAt, findZones, offsetAt, offsetWords, type ZoneEntry } from '../../picker/zone-search.ts';

export interface ZoneComboboxProps {
  /** IANA names */
  readonly zones: readonly string[];
  readonly current: string;
  /** first in the list: the current one (Enter at once keeps it), the reader's own, the host's */
  readonly likely: readonly string[];
  /** milliseconds since the epoch */
  readonly now: number;
  readonly onChoose: (zone: string) => void;
}

const INPUT_ID = 'zone-search';

/** Names of zones take a slow phone milliseconds each: only the likely ones and short lists have them. */
const MOST_NAMED = 8;

/** Finds a zone by city, region, offset or abbreviation, and shows each zone's current time. */
export function ZoneCombobox({ zones, current, likely, now, onChoose }: ZoneComboboxProps) {
  const { zone: words } = useWords(pickerWords);
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const { query, setQuery, found } = useZoneSearch(zones, likely, now);
  const { isOpen, highlightedIndex, getLabelProps, getInputProps, getMenuProps, getItemProps } = useCombobox<ZoneEntry>(
    {
      inputId: INPUT_ID,
      items: [...found],
      inputValue: query,
      selectedItem: null,
      initialIsOpen: true,
      defaultHighlightedIndex: 0,
      itemToString: (zone) => zone?.label ?? '',
      itemToKey: (zone) => zone?.value,
      stateReducer: keepTyped,
      onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem.value),
    },
  );
  useEffect(() => input.current?.focus(), []);
  return (
    <div className="zone-search">
      <label {...getLabelProps()} htmlFor={INPUT_ID}>
        {words.label}
      </label>
      <input
        {...getInputProps({
          ref: input,
          type: 'text',
          // downshift reports changes too late for a controlled text: the caret would jump.
          onChange: (event) => setQuery(event.currentTarget.value),
          placeholder: zoneName(current, locale),
          'aria-describedby': 'zone-hint',
          autoComplete: 'off',
          spellCheck: false,
        })}
      />
      <p className="quiet small" id="zone-hint">
        {words.hint}
      </p>
      <ul className="zone-list" {...getMenuProps()} hidden={!isOpen}>
        {isOpen &&
          found.map((item, index) => (
            <li
              key={item.value}
              className={highlightedIndex === index ? 'highlighted' : undefined}
              {...getItemProps({ item, index })}
              aria-current={item.value === current ? 'true' : undefined}
            >
              <ZoneAndTime zone={item} now={now} named={found.length <= MOST_NAMED || likely.includes(item.value)} />
            </li>
          ))}
      </ul>
      <p className={found.length === 0 ? 'small' : 'vh'} role="status">
        {found.length === 0 ? words.none : words.found(found.length)}
      </p>
    </div>
  );
}

/** What is typed, and the zones that fit it. */
function useZoneSearch(zones: readonly string[], likely: readonly string[], now: number) {
  const [query, setQuery] = useState('');
  // Takes half a second on a slow phone: done once, when the menu opens.
  const [openedAtMs] = useState(now);
  const entries = useMemo(() => zones.map((zone) => toEntry(zone, openedAtMs)), [zones, openedAtMs]);
  const likelyOnes = likely.join();
  const found = useMemo(
    () => findZones(likelyFirst(entries, likelyOnes.split(',')), query),
    [entries, likelyOnes, query],
  );
  return { query, setQuery, found };
}

interface ZoneAndTimeProps {
  readonly zone: ZoneEntry;
  readonly now: number;
  /** with its name, such as Central European Time */
  readonly named: boolean;
}

function ZoneAndTime({ zone: { value, label, offsetMinutes }, now, named }: ZoneAndTimeProps) {
  const locale = useLocale();
  const { city, region } = cityAndRegion(label);
  const about = (named ? friendlyName(value, locale.tag, now) : null) ?? region;
  return (
    <>
      <span>
        <span className="city">{city}</span>{' '}
        <span className="quiet">
          <BreakingName name={about} />
        </span>
      </span>
      {offsetMinutes !== null && (
        <span className="quiet">
          {offsetWords(offsetMinutes)} · {clockWords(clockAt(now, offsetMinutes), locale)}
        </span>
      )}
    </>
  );
}

const toEntry = (value: string, now: number): ZoneEntry => ({
  value,
  label: plainZone(value),
  offsetMinutes: offsetAt(now, value),
});

/** Leaving the field or Escape chooses nothing: only Enter and a click do. */
function keepTyped(_state: UseComboboxState<ZoneEntry>, { type, changes }: UseComboboxStateChangeOptions<ZoneEntry>) {
  const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes;
  if (type !== InputBlur && type !== InputKeyDownEscape) return changes;
  const { selectedItem: _none, inputValue: _text, ...rest } = changes;
  return { ...rest, selectedItem: null };
}
