import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { InputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { noticeOf } from '../../parts/words.ts';
import type { CalendarsSectionProps, Listed } from './use-listed.ts';

type Settings = Listed['settings'];
type Choosable = Exclude<keyof Settings, 'guestsAsAttendees'>;

interface Rule {
  readonly name: Choosable;
  readonly label: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
}

const STAY = ['ignore', 'Leave it as it is'] as const;
const ASK = ['ask', 'Ask me by mail first'] as const;

/** Each field of the settings, as a host reads it. The default comes first. */
const RULES: readonly Rule[] = [
  {
    name: 'conflictSource',
    label: 'What makes me busy',
    choices: [
      ['calendar', 'Bookings and my calendars'],
      ['bookings_only', 'Bookings alone'],
    ],
  },
  {
    name: 'tentative',
    label: 'Tentative events',
    choices: [
      ['busy', 'Make me busy'],
      ['free', 'Leave me free'],
    ],
  },
  {
    name: 'declined',
    label: 'Events that I declined',
    choices: [
      ['free', 'Leave me free'],
      ['busy', 'Make me busy'],
    ],
  },
  {
    name: 'hostMove',
    label: 'If I move a meeting in my calendar',
    choices: [['follow', 'Move it and mail the guests'], ASK, STAY],
  },
  {
    name: 'hostDelete',
    label: 'If I delete a meeting from my calendar',
    choices: [['follow', 'Cancel it and mail the guests'], ASK, STAY],
  },
];

interface RulesProps extends Pick<CalendarsSectionProps, 'workspace'> {
  readonly settings: Settings;
  readonly onSaved: () => Promise<void>;
}

/** The person's own rules, in plain words, closed at first: the defaults suit most. */
export function Rules({ workspace, settings, onSaved }: RulesProps) {
  const { call } = useApi();
  const save = useAction(async (form: FormData) => {
    await call('updateCalendarSettings', changedIn(form, settings), workspace.id);
    await onSaved();
  });
  return (
    <details className="over-list rules">
      <summary>Rules for your calendars</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save.run(new FormData(event.currentTarget));
        }}
      >
        {save.error && <Notice notice={noticeOf(save.error)} />}
        {RULES.map((rule) => (
          <Choice key={rule.name} rule={rule} value={settings[rule.name]} />
        ))}
        <label className="choice">
          <input type="checkbox" name="guestsAsAttendees" defaultChecked={settings.guestsAsAttendees} />
          <span>
            Write guests into the event, to see who declines
            <span className="rule-hint small quiet">Google only. They get no second invite.</span>
          </span>
        </label>
        <p className="small quiet">Your rules hold in all your workspaces.</p>
        <div className="actions">
          <button type="submit" className="button compact" aria-disabled={save.busy}>
            Save rules
          </button>
        </div>
        <AsCall />
      </form>
    </details>
  );
}

function Choice({ rule: { name, label, choices }, value }: { readonly rule: Rule; readonly value: string }) {
  const id = `rule-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value}>
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What was changed here: another window may have changed the rest. */
function changedIn(form: FormData, settings: Settings): InputOf<'updateCalendarSettings'> {
  const guestsAsAttendees = form.has('guestsAsAttendees');
  const chosen = RULES.map(({ name }) => [name, String(form.get(name))] as const);
  return {
    ...Object.fromEntries(chosen.filter(([name, value]) => settings[name] !== value)),
    ...(guestsAsAttendees === settings.guestsAsAttendees ? {} : { guestsAsAttendees }),
  };
}
