import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { paletteWords as words } from '../../../../texts/en/dashboard/palette.ts';
import { useApi } from '../../data/api-context.ts';
import { noteCopied } from '../../data/copied.ts';
import { everyPage } from '../../data/every-page.ts';
import { useLoad } from '../../data/use-load.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { allEventTypes } from '../event-types/all-event-types.ts';
import { isYoung } from '../first-run/new-host.ts';
import { useDashboard, useWorkspaceView } from '../workspaces/dashboard-context.ts';
import { type Command, commandsOf, keyOfCommand, matching, searchOf } from './commands.ts';

const MOST_SHOWN = 50;

/** A field and a list of what can be done: a combobox with its listbox, as the ARIA practices describe it. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const commands = useCommands();
  const isHost = useDashboard().workspace.role !== 'billing_only';
  const search = isHost ? searchOf(typed) : null;
  const found = useMemo(
    () => [...matching(commands, typed).slice(0, MOST_SHOWN), ...(search ? [search] : [])],
    [commands, typed, search],
  );
  const run = useRun(onClose);
  const current = Math.min(chosen, found.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextOf(event.key, current, found.length);
    if (next !== null) setChosen(next);
    else if (event.key === 'Enter' && found[current]) run(found[current]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <label htmlFor={id} className="vh">
        {words.label}
      </label>
      <input
        id={id}
        className="palette-field"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${current}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={words.placeholder}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Results id={id} found={found} current={current} onChoose={run} />
    </Dialog>
  );
}

interface ResultsProps {
  /** of the field; the list and its options have names made of it */
  readonly id: string;
  readonly found: readonly Command[];
  readonly current: number;
  readonly onChoose: (command: Command) => void;
}

function Results({ id, found, current, onChoose }: ResultsProps) {
  return (
    <>
      <p className={found.length === 0 ? 'quiet small' : 'vh'} role="status">
        {found.length === 0 ? words.none : words.count(found.length)}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label={words.results} className="palette-list" tabIndex={-1}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys (combobox)
          <div
            key={keyOfCommand(command)}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            onClick={() => onChoose(command)}
          >
            <bdi>{command.name}</bdi>
            <span className="quiet small">{command.kind}</span>
          </div>
        ))}
      </div>
    </>
  );
}

/** The option after a key; null: the key is none of the list's. */
function nextOf(key: string, current: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return (current - 1 + count) % count;
  if (key === 'PageDown') return Math.min(current + 8, count - 1);
  return key === 'PageUp' ? Math.max(current - 8, 0) : null;
}

/** Goes there, copies, or signs out. The palette closes first: the focus is given back before the next page takes it. */
function useRun(onClose: () => void): (command: Command) => void {
  const navigate = useNavigate();
  const toast = useToast();
  const { csrfToken } = useApi();
  return (command) => {
    onClose();
    if ('opens' in command) return location.assign(command.opens);
    if ('act' in command) return signOut(csrfToken);
    if ('path' in command) {
      setTimeout(() => void navigate({ to: command.path, search: command.search ?? {} }));
      return;
    }
    void (navigator.clipboard?.writeText(command.copies) ?? Promise.reject()).then(
      () => {
        noteCopied(command.copies);
        toast(words.copied(command.copies));
      },
      () => toast(words.notCopied),
    );
  };
}

/** As the menu of the account does. */
function signOut(csrfToken: string): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: '/logout' });
  form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'csrfToken', value: csrfToken }));
  document.body.append(form);
  form.submit();
}

/** What the person may do here. Names come when they are known; pages are there at once. */
function useCommands(): readonly Command[] {
  const { call } = useApi();
  const { person, workspace } = useDashboard();
  const personId = person.id;
  const view = useWorkspaceView();
  const isHost = workspace.role !== 'billing_only';
  const { state } = useLoad(`palette ${workspace.id}`, async () => {
    if (!isHost) return { eventTypes: [], teams: [] };
    const [eventTypes, teams] = await Promise.all([
      allEventTypes(call, 'active', workspace.id),
      everyPage(
        (page) => call('listTeams', page, workspace.id),
        (answer) => answer.teams,
      ),
    ]);
    return { eventTypes, teams };
  });
  const named = state.status === 'ready' ? state.data : { eventTypes: [], teams: [] };
  const bookingPage = view.state.status === 'ready' ? view.state.data.links.bookingPage : null;
  const isNew = isHost && isYoung(person, Date.now());
  const isAdmin = workspace.role === 'owner' || workspace.role === 'admin';
  return useMemo(
    () => commandsOf({ ...named, bookingPage, personId, isAdmin, isHost, isYoung: isNew }),
    [named, bookingPage, personId, isAdmin, isHost, isNew],
  );
}
