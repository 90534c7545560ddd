import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { takeReturn } from './leaving.ts';

type Member = OutputOf<'listMembers'>['members'][number];

const PAYING: readonly Member['role'][] = ['owner', 'admin', 'billing_only'];
const LARGEST_PAGE = 100;

/** For members who may not choose a plan: whom they ask. */
export function WhoPays({ workspace }: { readonly workspace: Membership }) {
  const { call } = useApi();
  // The address forgets what was chosen elsewhere.
  useState(() => takeReturn(workspace));
  const list = useLoad(`payers ${workspace.id}`, () => call('listMembers', { limit: LARGEST_PAGE }, workspace.id));
  return (
    <Section title="Plan" hint={`You cannot choose or pay the plan of ${workspace.name}.`} anchor="plan">
      <LoadState {...list} what="who can">
        {({ members }) => (
          <>
            <p className="small none">Owners, admins and those who look after billing can. Ask one of them:</p>
            <ul className="rows" aria-label="Who can choose and pay the plan">
              {members
                .filter(({ role }) => PAYING.includes(role))
                .map(({ id, name, email, role }) => (
                  <li key={id}>
                    <span className="small">
                      <a href={`mailto:${email}`}>{name ?? email}</a>
                    </span>
                    <span className="small quiet">{role === 'billing_only' ? 'billing' : role}</span>
                  </li>
                ))}
            </ul>
          </>
        )}
      </LoadState>
    </Section>
  );
}
