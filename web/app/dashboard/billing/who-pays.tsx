import { useState } from 'react';
import { LoadState } from '../../parts/load-state.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { Section } from '../../parts/section.tsx';
import type { Member } from '../members/change-role.tsx';
import { useMembers } from '../members/use-members.ts';
import { type Membership, ROLE_WORDS } from '../workspaces/choice.ts';
import { takeReturn } from './leaving.ts';

const say = pageWords(
  {
    title: 'Plan',
    hint: (name: string) => `You cannot choose or pay the plan of ${name}.`,
    what: 'who can',
    ask: 'Owners, admins and those who look after billing can. Ask one of them:',
    list: 'Who can choose and pay the plan',
    billing: 'Billing',
  },
  {
    title: 'Tarif',
    hint: (name: string) => `Den Tarif von ${name} können Sie nicht wählen oder bezahlen.`,
    what: 'wer es kann',
    ask: 'Inhaber, Admins und wer sich um die Abrechnung kümmert, können es. Fragen Sie:',
    list: 'Wer den Tarif wählen und bezahlen kann',
    billing: 'Abrechnung',
  },
);

const PAYING: readonly Member['role'][] = ['owner', 'admin', 'billing_only'];

/** For members who may not choose a plan: whom they ask. */
export function WhoPays({ workspace }: { readonly workspace: Membership }) {
  // The address forgets what was chosen elsewhere.
  useState(() => takeReturn(workspace));
  const list = useMembers();
  return (
    <Section title={say.title} hint={say.hint(workspace.name)} anchor="plan">
      <LoadState {...list} what={say.what}>
        {(members) => (
          <>
            <p className="small none">{say.ask}</p>
            <ul className="rows" aria-label={say.list}>
              {members
                .filter(({ role }) => PAYING.includes(role))
                .map(({ id, name, email, role }) => (
                  <li key={id}>
                    <span className="small">
                      <a href={`mailto:${email}`}>{name ?? email}</a>
                    </span>
                    <span className="small quiet">{role === 'billing_only' ? say.billing : ROLE_WORDS[role]}</span>
                  </li>
                ))}
            </ul>
          </>
        )}
      </LoadState>
    </Section>
  );
}
