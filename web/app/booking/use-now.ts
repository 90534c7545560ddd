import { useCallback, useEffect, useRef, useState } from 'react';

const MINUTE_MS = 60_000;

/** The server's clock, going on: a wrong clock of the device misleads nobody. Answers this minute's start, too. */
export function useNow(drawnAtMs: number): { readonly minuteMs: number; readonly now: () => number } {
  const loadedAtMs = useRef(Date.now());
  const now = useCallback(() => drawnAtMs + Date.now() - loadedAtMs.current, [drawnAtMs]);
  const [minuteMs, setMinuteMs] = useState(drawnAtMs);
  useEffect(() => {
    const timer = setTimeout(() => setMinuteMs(now()), MINUTE_MS - (minuteMs % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [now, minuteMs]);
  return { minuteMs, now };
}
