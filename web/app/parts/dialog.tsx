import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Escape does nothing: for content that is shown once */
  readonly holdOpen?: boolean;
  readonly children: ReactNode;
}

/** The browser's own modal dialog: keeps the focus inside, makes the rest inert, and gives the focus back. */
export function Dialog({ title, onClose, holdOpen = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={titleId}
      // Before the browser's own way, which a second press would not ask about.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        if (!holdOpen) onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (!holdOpen) onClose();
      }}
      // Browsers close the dialog at a second Escape, even if the first was prevented.
      onClose={onClose}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
