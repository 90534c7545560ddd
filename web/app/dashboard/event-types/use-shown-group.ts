import { useEffect, useState } from 'react';

/** The group that is read: the last whose head has reached the upper third of the window; at the page's end the last one. */
export function useShownGroup<Group extends string>(groups: readonly Group[]): Group | undefined {
  const [shown, setShown] = useState(groups[0]);
  useEffect(() => {
    const look = (): void => {
      const line = innerHeight / 3;
      const isEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      const reached = groups.filter((group) => {
        const top = document.getElementById(group)?.getBoundingClientRect().top;
        return top !== undefined && top < (isEnd ? innerHeight : line);
      });
      setShown(reached.at(-1) ?? groups[0]);
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [groups]);
  return shown;
}
