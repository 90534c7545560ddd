import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { unsavedWords as say } from '../../../texts/en/dashboard/parts.ts';
import { discardAll, onUnsaved, saveAll, unsavedParts } from '../data/unsaved-parts.ts';
import { useToast } from './toast.tsx';

/** Says what is not saved, and saves it or puts it back: below what is seen, wherever the change was made. */
export function UnsavedBar() {
  const parts = useSyncExternalStore(onUnsaved, unsavedParts);
  const [busy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const giveBack = useLastField(bar);
  const toast = useToast();
  const save = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setRefused(false);
    const names = parts.map(({ name }) => name).join(' · ');
    const isSaved = await saveAll();
    setBusy(false);
    setRefused(!isSaved);
    if (!isSaved) return showFault();
    giveBack();
    // The group that says it may be out of view.
    toast(say.saved(names));
  };
  useSaveKeys(parts.length > 0, save);
  const isShown = parts.length > 0;
  return (
    <>
      <p className="vh" role="status">
        {isShown && `${say.region}. ${say.keys}`}
      </p>
      {isShown && (
        <section ref={bar} className="unsaved-bar" aria-label={say.region}>
          <p>
            <strong>{say.title}</strong> {parts.map(({ name }) => name).join(' · ')}
            {isRefused && (
              <span className="problem small" role="alert">
                {say.refused}
              </span>
            )}
          </p>
          <div className="row-actions">
            <button
              type="button"
              className="button compact"
              aria-disabled={busy}
              aria-keyshortcuts="Control+S Meta+S"
              onClick={() => void save()}
            >
              {busy ? say.saving : say.save}
            </button>
            <button
              type="button"
              className="button second compact"
              onClick={() => {
                setRefused(false);
                discardAll();
                giveBack();
              }}
            >
              {say.discard}
            </button>
          </div>
        </section>
      )}
    </>
  );
}

/** The bar goes, and the focus with it: it goes back to where the person was, or to the page's heading. */
function useLastField(bar: { readonly current: HTMLElement | null }): () => void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && !bar.current?.contains(target)) last.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [bar]);
  return () =>
    // Once the fields are drawn anew.
    void setTimeout(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement !== null && !bar.current?.contains(activeElement)) return;
      const field = last.current?.isConnected ? last.current : document.querySelector<HTMLElement>('.place h1');
      field?.focus({ preventScroll: true });
    });
}

/** What stopped the save may be far from here. */
function showFault(): void {
  setTimeout(() => {
    const fault = document.querySelector<HTMLElement>(
      '.place :is(.notice.error, .notice.warning, [aria-invalid="true"])',
    );
    fault?.scrollIntoView({ block: 'center' });
    if (fault?.matches('input, textarea, select')) fault.focus({ preventScroll: true });
  });
}

function useSaveKeys(isOn: boolean, save: () => Promise<void>): void {
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent): void => {
      const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isSave || event.shiftKey || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      void save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
