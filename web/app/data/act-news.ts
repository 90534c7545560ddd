import { useEffect } from 'react';

const news = new EventTarget();

/** A person starts something: what was said about an earlier act is no answer to it. */
export const actBegins = (): void => void news.dispatchEvent(new Event('act'));

/** @param then stays the same function */
export function useActBegins(then: () => void): void {
  useEffect(() => {
    news.addEventListener('act', then);
    return () => news.removeEventListener('act', then);
  }, [then]);
}
