import { useState } from 'react';
import { whoPaysWords as say } from '../../../../texts/en/dashboard/billing.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import type { Member } from '../members/change-role.tsx';
import { useMembers } from '../members/use-members.ts';
import { type Membership, ROLE_WORDS } from '../workspaces/choice.ts';
import { takeReturn } from './leaving.ts';

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
