import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { DAY_MINUTES, endedAt, movedBy, type Placed, STEP, type Stretch, snapped, startedAt } from './grid-times.ts';
import type { Weekday } from './week.ts';

/** What a click without a drag draws. */
const CLICK_MINUTES = 60;

interface Spot {
  readonly day: Weekday;
  readonly minute: number;
}

interface Drag {
  readonly kind: 'draw' | 'move' | 'start' | 'end';
  readonly at: Spot;
  /** the block that is changed; left out: a new one */
  readonly block?: Stretch;
}

/**
 * Drawing, moving and resizing by pointer. A finger moves and resizes; on an empty place it scrolls the page, and a tap draws an hour.
 *
 * @param columns the element with the days
 * @param onDone gets what the pointer left
 */
export function useDrag(columns: RefObject<HTMLElement | null>, onDone: (placed: Placed) => void) {
  const drag = useRef<Drag | null>(null);
  const [placed, setPlaced] = useState<Placed | null>(null);
  const down = (event: PointerEvent<HTMLElement>): void => {
    const started = event.button === 0 ? startOf(event.target as HTMLElement, spotAt(columns.current, event)) : null;
    if (!started) return;
    drag.current = started;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const spot = drag.current && spotAt(columns.current, event);
    if (drag.current && spot) setPlaced(after(drag.current, spot));
  };
  const end = (event: PointerEvent<HTMLElement>): void => {
    const { current: done } = drag;
    drag.current = null;
    setPlaced(null);
    const spot = done && spotAt(columns.current, event);
    if (!done || !spot) return;
    const isClick = spot.day === done.at.day && Math.abs(spot.minute - done.at.minute) < STEP;
    if (!isClick) onDone(after(done, spot));
    else if (done.kind === 'draw') onDone(hourAt(done.at));
  };
  const cancel = (): void => {
    drag.current = null;
    setPlaced(null);
  };
  return { placed, handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: end, onPointerCancel: cancel } };
}

/** The day and minute under a pointer. Beside the days it is the nearest one. */
function spotAt(columns: HTMLElement | null, { clientX, clientY }: PointerEvent): Spot | null {
  const rooms = [...(columns?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
  const room = rooms.find((one) => clientX < one.getBoundingClientRect().right) ?? rooms.at(-1);
  if (!room) return null;
  const { top, height } = room.getBoundingClientRect();
  const minute = Math.min(DAY_MINUTES, Math.max(0, ((clientY - top) / height) * DAY_MINUTES));
  return { day: room.dataset.day as Weekday, minute };
}

function startOf(target: HTMLElement, at: Spot | null): Drag | null {
  if (!at) return null;
  const block = target.closest<HTMLElement>('[data-from]');
  if (!block) return target.closest('[data-day]') ? { kind: 'draw', at } : null;
  const stretch = { from: Number(block.dataset.from), to: Number(block.dataset.to) };
  const edge = target.dataset.edge as 'start' | 'end' | undefined;
  return { kind: edge ?? 'move', at, block: stretch };
}

function after({ kind, at, block }: Drag, { day, minute }: Spot): Placed {
  if (!block) {
    const [from, to] = [snapped(Math.min(at.minute, minute)), snapped(Math.max(at.minute, minute))];
    return { ...endedAt({ from: Math.min(from, DAY_MINUTES - STEP), to: from }, to), day: at.day };
  }
  const of = { day: at.day, from: block.from };
  if (kind === 'start') return { ...startedAt(block, snapped(minute)), day: at.day, of };
  if (kind === 'end') return { ...endedAt(block, snapped(minute)), day: at.day, of };
  return { ...movedBy(block, snapped(block.from + minute - at.minute) - block.from), day, of };
}

function hourAt({ day, minute }: Spot): Placed {
  const from = Math.min(Math.floor(minute / 60) * 60, DAY_MINUTES - CLICK_MINUTES);
  return { from, to: from + CLICK_MINUTES, day };
}
