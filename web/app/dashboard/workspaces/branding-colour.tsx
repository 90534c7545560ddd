import { useId, useState } from 'react';
import { type AccentColours, accentOf, contrast, DEFAULT_ACCENT, SHEETS } from '../../../../domain/branding/accent.ts';
import { brandingColourWords as say } from '../../../../texts/en/dashboard/workspaces.ts';
import { describedBy, Field, type FieldFrame } from '../../../parts/field.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { pageLocale } from '../../booking/page-locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { Done } from '../../parts/done.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useGuardedForm } from '../../parts/use-guarded-form.ts';
import { noticeOf } from '../../parts/words.ts';
import type { BrandingFormProps } from './branding-props.ts';

/** The workspace's name and its colour, saved together. */
export function NameAndColour(props: BrandingFormProps) {
  const { name, branding } = props.view.workspace;
  const [colour, setColour] = useState(branding.accentColor);
  const { action, done, forget } = useSave(props, colour);
  const guarded = useGuardedForm({ name: say.name, action, onDiscard: () => setColour(branding.accentColor) });
  const reset = (): void => {
    setColour(null);
    forget();
  };
  return (
    <form key={guarded.round} className="branding-form" onChange={forget} {...guarded.props}>
      {action.error && <Notice notice={noticeOf(action.error)} />}
      <TextField name="name" label={say.name} maxLength={80} defaultValue={name} error={action.error} />
      <ColourField colour={colour} onChange={setColour} />
      <div className="actions">
        <button type="submit" className="button compact" aria-disabled={action.busy}>
          {say.save}
        </button>
        {colour !== null && <OurColour onPress={reset} />}
      </div>
      <Done words={done} />
      <AsCall />
    </form>
  );
}

function useSave({ workspace, reload, status, onStart }: BrandingFormProps, accentColor: string | null) {
  const { call } = useApi();
  const { done, report, forget } = status;
  const action = useAction((form: FormData) => {
    onStart();
    return report(say.saved, async () => {
      await call('updateWorkspace', { name: String(form.get('name')).trim(), accentColor }, workspace.id);
      await reload();
    });
  });
  return { action, done, forget };
}

/** Disappears when pressed: the colour's own control takes the focus. */
function OurColour({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      className="link-button"
      onClick={({ currentTarget }) => {
        currentTarget.form?.querySelector<HTMLElement>('input.colour')?.focus();
        onPress();
      }}
    >
      {say.ours}
    </button>
  );
}

function ColourField({ colour, onChange }: { colour: string | null; onChange: (colour: string) => void }) {
  const id = useId();
  const frame: FieldFrame = {
    id,
    label: say.accent,
    required: true,
    hint: say.hint,
  };
  return (
    <Field frame={frame}>
      <input
        type="color"
        className="colour"
        id={id}
        name="accentColor"
        value={colour ?? DEFAULT_ACCENT}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        aria-describedby={`${describedBy(frame)} ${id}-words`}
      />
      <ColourWords id={`${id}-words`} colour={colour} />
    </Field>
  );
}

const RATIO = new Intl.NumberFormat(pageLocale().tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const ratio = (colours: AccentColours, scheme: 'light' | 'dark'): string =>
  `${RATIO.format(contrast(colours.accent, SHEETS[scheme]))} : 1`;

function usedWords(colour: string, used: string, scheme: 'light' | 'dark'): string {
  if (used === colour) return say.chosen;
  return say.adjusted(used, scheme === 'light');
}

/** How the colour looks in both schemes, shown during the choice. */
function ColourWords({ id, colour }: { id: string; colour: string | null }) {
  if (colour === null)
    return (
      <p id={id} className="small quiet" role="status">
        {say.green}
      </p>
    );
  const accent = accentOf(colour);
  return (
    <div id={id} className="small" role="status">
      <ul className="swatches">
        {(['light', 'dark'] as const).map((scheme) => {
          const colours = accent[scheme];
          return (
            <li key={scheme} className="swatch-row">
              <span
                className="swatch-ground"
                style={{ background: SHEETS[scheme], color: colours.accent }}
                aria-hidden="true"
              >
                <span className="swatch" style={{ background: colours.fill, color: colours.onFill }}>
                  {say.book}
                </span>
                {say.link}
              </span>
              <span>
                {say.on[scheme]}: {usedWords(colour, colours.accent, scheme)}. {say.contrast} {ratio(colours, scheme)}.
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
