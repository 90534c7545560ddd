import { useCallback, useEffect, useRef, useState } from 'react';

const MINUTE_MS = 60_000;

/** The server's clock, continued in the browser: the device's clock may be wrong. Also returns the start of the current minute. */
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
