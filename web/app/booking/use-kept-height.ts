import { useLayoutEffect, useRef } from 'react';

/** The picker keeps its height while times load: what stands below it stays where it is. */
export function useKeptHeight(isLoading: boolean): void {
  const height = useRef(0);
  useLayoutEffect(() => {
    const picker = document.querySelector<HTMLElement>('.picker');
    if (!picker) return;
    picker.style.minHeight = isLoading ? `${height.current}px` : '';
    if (!isLoading) height.current = picker.offsetHeight;
  });
}
