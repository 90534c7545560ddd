import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { slugCandidates, slugOf, slugProblem } from '../../../../domain/workspaces/names.ts';
import { startWords as words } from '../../../../texts/en/dashboard/first-run.ts';
import { describedBy, Field, type FieldFrame } from '../../../parts/field.tsx';
import { useApi } from '../../data/api-context.ts';
import { type Call, CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { useDashboard, useWorkspaceView } from '../workspaces/dashboard-context.ts';
import { Step, StepButtons } from './step.tsx';
import { useLinkIsOpen } from './use-settled-link.ts';

interface NameStepProps {
  readonly onDone: () => Promise<void>;
}

/** Who the guest meets, and where they book. */
export function NameStep({ onDone }: NameStepProps) {
  const view = useWorkspaceView();
  const isOpen = useLinkIsOpen();
  return (
    <Step number={1} title={words.nameTitle} hint={words.nameStepHint}>
      <LoadState {...view} what={words.loadingLink}>
        {() => <NameForm isOpen={isOpen ?? false} onDone={onDone} />}
      </LoadState>
    </Step>
  );
}

interface NameFormProps extends NameStepProps {
  /** A link that may be shared already, or that others share, is changed under Settings, which says what ends with it. */
  readonly isOpen: boolean;
}

/** The link of a new host follows the name until they type one. */
function NameForm({ isOpen, onDone }: NameFormProps) {
  const { call } = useApi();
  const { person, workspace, reloadMine } = useDashboard();
  const view = useWorkspaceView();
  const [name, setName] = useState(person.name);
  const [typedSlug, setTypedSlug] = useState<string | null>(null);
  const suggested = !isOpen || name.trim() === person.name ? workspace.slug : slugOf(name, workspace.slug);
  const slug = typedSlug ?? suggested;
  const save = useAction(async () => {
    if (slugProblem(slug) !== null || name.trim() === '') return;
    const wanted = typedSlug === null ? slugCandidates(slug, workspace.id.slice(-6)) : [slug];
    if (isOpen) await rename(call, workspace, { name: name.trim(), wasName: person.name, slugs: wanted });
    if (name.trim() !== person.name) await call('updateMe', { name: name.trim() });
    await Promise.all([view.reload(), reloadMine()]);
    await onDone();
  });
  const isTaken = save.error?.reason === 'slug_taken';
  const nameFrame: FieldFrame = { id: 'start-name', label: words.name, required: true, hint: words.nameHint };
  const address = addressOf(view.state.status === 'ready' ? view.state.data.links.bookingPage : '', slug);
  const linkFrame: FieldFrame = {
    id: 'start-link',
    label: words.link,
    required: true,
    hint: words.linkHint(address),
    problem: isTaken ? words.taken : slugProblem(slug) === null ? undefined : words.badLink,
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      {save.error && !isTaken && <Failure error={save.error} />}
      <TextInput frame={nameFrame} value={name} maxLength={80} onChange={setName} />
      {isOpen ? (
        <TextInput frame={linkFrame} value={slug} maxLength={60} onChange={setTypedSlug} />
      ) : (
        <KeptLink address={address} mayChange={workspace.role === 'owner' || workspace.role === 'admin'} />
      )}
      <StepButtons busy={save.busy} />
    </form>
  );
}

interface KeptLinkProps {
  readonly address: string;
  readonly mayChange: boolean;
}

/** A link that stays, and where it can be changed by who may. */
function KeptLink({ address, mayChange }: KeptLinkProps) {
  return (
    <p>
      {words.linkHint(address)}. {mayChange && <Link to="/settings/workspace">{words.changeLink}</Link>}
    </p>
  );
}

/** "book.example.com/nora-lindqvist/nora" */
function addressOf(bookingPage: string, slug: string): string {
  if (bookingPage === '') return `/${slug}`;
  const { host, pathname } = new URL(bookingPage);
  return `${host}/${slug}/${pathname.split('/')[2] ?? ''}`;
}

interface Renamed {
  readonly name: string;
  readonly wasName: string;
  /** the best first; a taken one leads to the next */
  readonly slugs: readonly string[];
}

/** The workspace of one person has their name. @throws CallError slug_taken if no slug is free */
async function rename(call: Call, workspace: Membership, { name, wasName, slugs }: Renamed): Promise<void> {
  const isNamed = workspace.name === wasName && name !== wasName;
  for (const [index, slug] of slugs.entries()) {
    // Named even if it stays: who goes on has chosen it.
    const change = { ...(isNamed && { name }), slug };
    try {
      await call('updateWorkspace', change, workspace.id);
      return;
    } catch (error) {
      const isTaken = error instanceof CallError && error.reason === 'slug_taken';
      if (!isTaken || index === slugs.length - 1) throw error;
    }
  }
}

interface TextInputProps {
  readonly frame: FieldFrame;
  readonly value: string;
  readonly maxLength: number;
  readonly onChange: (value: string) => void;
}

const TextInput = ({ frame, value, maxLength, onChange }: TextInputProps) => (
  <Field frame={frame}>
    <input
      type="text"
      id={frame.id}
      value={value}
      maxLength={maxLength}
      required
      autoComplete="off"
      aria-describedby={describedBy(frame)}
      aria-invalid={frame.problem === undefined ? undefined : true}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </Field>
);
