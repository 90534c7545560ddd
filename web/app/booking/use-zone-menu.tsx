import { type FunctionComponent, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { ZoneComboboxProps } from './zone-combobox.tsx';

interface ZoneMenu {
  /** Loads the search, once. */
  readonly prepare: () => void;
  /** The search; undefined until it is here: the menu that the server drew works meanwhile, and if it never comes. */
  readonly draw: (props: ZoneComboboxProps) => ReactNode;
}

/** The search for a zone, over the calendar until it is left: few guests open it, so the page loads without it. */
export function useZoneMenu(isOpen: boolean, setOpen: (isOpen: boolean) => void): ZoneMenu {
  const [Search, setSearch] = useState<FunctionComponent<ZoneComboboxProps> | null>(null);
  const prepare = useCallback(() => {
    import('./zone-combobox.tsx').then(
      ({ ZoneCombobox }) => {
        // Whoever is in the drawn menu already keeps it until it is opened again.
        if (document.activeElement?.closest('.zone form') == null) setSearch(() => ZoneCombobox);
      },
      () => {},
    );
  }, []);
  useEffect(() => {
    if (isOpen) prepare();
  }, [isOpen, prepare]);
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event): void => {
      if (!(target instanceof Element) || target.closest('.zone') === null) setOpen(false);
    };
    const events = ['pointerdown', 'focusin'] as const;
    for (const name of events) addEventListener(name, leave);
    return () => {
      for (const name of events) removeEventListener(name, leave);
    };
  }, [isOpen, setOpen]);
  return { prepare, draw: (props) => (Search === null ? undefined : isOpen && <Search {...props} />) };
}
