import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Whether a form is open: by its button, or by the address (`?new=key`), as the palette and links open it. Closing it cleans the address, so that a
 * reload does not open it again.
 */
export function useOpenedBy(name: string): readonly [boolean, (isOpen: boolean) => void] {
  const search: { readonly new?: string | undefined } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isNamed = search.new === name;
  const [isOpen, setOpen] = useState(isNamed);
  useEffect(() => {
    if (isNamed) setOpen(true);
  }, [isNamed]);
  const change = (next: boolean): void => {
    setOpen(next);
    if (!next && isNamed)
      void navigate({ to: '.', search: (before) => ({ ...before, new: undefined }), replace: true });
  };
  return [isOpen, change];
}
