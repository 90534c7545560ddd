import { type ToggleEvent, useEffect, useState } from 'react';
import type { LivePicker as Live, Picker } from '../../parts/picker-props.ts';
import { SlotPicker } from '../../parts/slot-picker.tsx';
import { placeOfView } from '../../picker/picker-place.ts';
import { todaysName } from '../../picker/zone-names.ts';
import { useWords } from '../../texts/locale.ts';
import { pickerWords } from '../../texts/picker.ts';
import { readDrawnZones } from './drawn-zones.ts';
import { useBeside } from './use-beside.ts';
import { useNow } from './use-now.ts';
import { usePicker } from './use-picker.ts';
import { useZoneMenu } from './use-zone-menu.tsx';

/** The picker with a script: renders first what the server drew, then adds more. */
export function LivePicker(drawn: Picker) {
  const { minuteMs, now } = useNow(drawn.now);
  const { view, load, ...acts } = usePicker(drawn, now);
  const beside = useBeside(drawn, view, minuteMs, load);
  const [zones, setZones] = useState<readonly string[] | null>(null);
  const [isZoneOpen, setZoneOpen] = useState(false);
  const menu = useZoneMenu(isZoneOpen);
  const { failed } = useWords(pickerWords);
  useEffect(() => {
    setZones(readDrawnZones());
    // A menu that was opened before this script ran stays open.
    setZoneOpen(document.querySelector<HTMLDetailsElement>('details.zone')?.open === true);
  }, []);
  const { kind, open, asked, zoneSource } = view;
  const place = placeOfView(drawn.place, kind);
  const live: Live | undefined =
    zones === null
      ? undefined
      : {
          ...acts,
          choose: (date) => {
            acts.choose(date);
            requestAnimationFrame(showTimes);
          },
          status: view.status,
          failure: view.problem === null ? null : failed[view.problem],
          announcement: view.announcement,
          isZoneOpen,
          onZoneToggle: (event: ToggleEvent<HTMLDetailsElement>) => setZoneOpen(event.currentTarget.open),
          prepareZones: () => void menu.prepare(),
          zoneMenu: menu.draw({
            zones,
            current: open.timezone,
            likely: [
              open.timezone,
              todaysName(Intl.DateTimeFormat().resolvedOptions().timeZone),
              ...(drawn.hostTimezone === null ? [] : [drawn.hostTimezone]),
            ],
            now: minuteMs,
            onChoose: (timezone) => {
              setZoneOpen(false);
              document.querySelector<HTMLElement>('.zone summary')?.focus();
              acts.changeZone(timezone);
            },
          }),
        };
  return <SlotPicker {...drawn} {...{ view: kind, place, open, asked, zoneSource, beside, live }} now={minuteMs} />;
}

/** On a phone the times are below the month: scrolls there after a day is chosen. */
function showTimes(): void {
  const heading = document.getElementById('day-heading');
  if (heading === null || heading.getBoundingClientRect().bottom < innerHeight * 0.8) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  heading.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
}
