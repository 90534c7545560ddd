import { rulesWords as say } from '../../../../texts/en/dashboard/calendars.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { InputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { useGuardedForm } from '../../parts/use-guarded-form.ts';
import { noticeOf } from '../../parts/words.ts';
import type { CalendarsSectionProps, Listed } from './use-listed.ts';

type Settings = Listed['settings'];
type Choosable = Exclude<keyof Settings, 'guestsAsAttendees'>;

interface Rule {
  readonly name: Choosable;
  readonly label: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
}

const STAY = ['ignore', say.stay] as const;
const ASK = ['ask', say.ask] as const;

/** Each field of the settings, as a host reads it. The default comes first. */
const RULES: readonly Rule[] = [
  {
    name: 'conflictSource',
    label: say.busy,
    choices: [
      ['calendar', say.both],
      ['bookings_only', say.alone],
    ],
  },
  {
    name: 'tentative',
    label: say.tentative,
    choices: [
      ['busy', say.makes],
      ['free', say.leaves],
    ],
  },
  {
    name: 'declined',
    label: say.declined,
    choices: [
      ['free', say.leaves],
      ['busy', say.makes],
    ],
  },
  {
    name: 'workingElsewhere',
    label: say.elsewhere,
    choices: [
      ['free', say.leaves],
      ['busy', say.makes],
    ],
  },
  {
    name: 'hostMove',
    label: say.hostMove,
    choices: [['follow', say.follow], ASK, STAY],
  },
  {
    name: 'hostDelete',
    label: say.hostDelete,
    choices: [['follow', say.cancel], ASK, STAY],
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
  const guarded = useGuardedForm({ name: say.title, action: save });
  return (
    <details className="over-list rules">
      <summary>{say.title}</summary>
      <form key={guarded.round} {...guarded.props}>
        {save.error && <Notice notice={noticeOf(save.error)} />}
        {RULES.map((rule) => (
          <Choice key={rule.name} rule={rule} value={settings[rule.name]} />
        ))}
        <label className="choice">
          <input type="checkbox" name="guestsAsAttendees" defaultChecked={settings.guestsAsAttendees} />
          <span>
            {say.guests}
            <span className="rule-hint small quiet">{say.google}</span>
          </span>
        </label>
        <p className="small quiet">{say.all}</p>
        <div className="actions">
          <button type="submit" className="button compact" aria-disabled={save.busy}>
            {say.save}
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
