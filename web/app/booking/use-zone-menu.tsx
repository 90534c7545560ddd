import { type FunctionComponent, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { ZoneComboboxProps } from './zone-combobox.tsx';

interface ZoneMenu {
  /** Loads the search, once. */
  readonly prepare: () => void;
  /** The search; undefined until it is here: the menu that the server drew works meanwhile, and if it never comes. */
  readonly draw: (props: ZoneComboboxProps) => ReactNode;
}

/** The search for a zone: few guests open it, so the page loads without it. */
export function useZoneMenu(isOpen: boolean): ZoneMenu {
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
  return { prepare, draw: (props) => (Search === null ? undefined : isOpen && <Search {...props} />) };
}
