import { type ToggleEvent, useEffect, useState } from 'react';
import { localParts } from '../../../domain/time/local.ts';
import { pickerWords } from '../../../texts/en/pages/times.ts';
import { useWords } from '../../parts/locale.ts';
import type { LivePicker as Live, Picker } from '../../parts/picker-props.ts';
import { SlotPicker } from '../../parts/slot-picker.tsx';
import { placeOfView } from '../../picker/picker-place.ts';
import { todaysName } from '../../picker/zone-names.ts';
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
  const [hasChosen, setChosen] = useState(false);
  const menu = useZoneMenu(isZoneOpen, setZoneOpen);
  const { failed } = useWords(pickerWords);
  useEffect(() => {
    setZones(readDrawnZones());
    // A menu that was opened before this script ran stays open.
    setZoneOpen(document.querySelector<HTMLDetailsElement>('details.zone')?.open === true);
  }, []);
  const { kind, open, asked, zoneSource } = view;
  const place = placeOfView(drawn.place, kind);
  const chooseZone = (timezone: string): void => {
    setChosen(true);
    setZoneOpen(false);
    document.querySelector<HTMLElement>('.zone summary')?.focus();
    acts.changeZone(timezone);
  };
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
          ownZone: hasChosen || drawn.mayDetectZone ? null : ownZone(open.timezone, zones, minuteMs, chooseZone),
          isZoneOpen,
          onZoneToggle: (event: ToggleEvent<HTMLDetailsElement>) => setZoneOpen(event.currentTarget.open),
          prepareZones: () => void menu.prepare(),
          zoneMenu: menu.draw({
            zones,
            current: open.timezone,
            likely: [open.timezone, browserZone(), ...(drawn.hostTimezone === null ? [] : [drawn.hostTimezone])],
            now: minuteMs,
            onChoose: chooseZone,
          }),
        };
  return <SlotPicker {...drawn} {...{ view: kind, place, open, asked, zoneSource, beside, live }} now={minuteMs} />;
}

const browserZone = (): string => todaysName(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** The browser's zone, if its clock is another than the page's and the service knows it. The address is what the guest was sent: it stays until they choose. */
function ownZone(shown: string, zones: readonly string[], nowMs: number, use: (zone: string) => void): Live['ownZone'] {
  const name = browserZone();
  if (!zones.includes(name)) return null;
  const isSameClock = localParts(nowMs, name).timeLocal === localParts(nowMs, shown).timeLocal;
  return isSameClock ? null : { name, use: () => use(name) };
}

/** On a phone the times are below the month: scrolls there after a day is chosen. */
function showTimes(): void {
  const heading = document.getElementById('day-heading');
  if (heading === null || heading.getBoundingClientRect().bottom < innerHeight * 0.8) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  heading.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
}
