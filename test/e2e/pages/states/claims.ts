import { deadLink } from '../../../../api/pages/app/dead-link.ts';
import type { PageProps } from '../../../../web/server.tsx';
import { html, START } from './base.ts';

const LONG_EMAIL = `${'scout.'.repeat(10)}agent@${'long-domain-'.repeat(4)}name.example`;
const asked = new Date(START).toISOString();
const facts = {
  ...{ agentEmail: LONG_EMAIL, agentName: 'Scout', clientName: null },
  ...{ clientIp: '2001:db8:85a3:1234:5678:8a2e:370:7334', askedAt: asked },
};
const acme = { id: 'a', name: 'Acme', slug: 'acme' };
const claim: PageProps<'claim'> = {
  ...{ step: 'decide', facts, openUntil: asked, workspaces: [acme], chosenId: null, notice: null, upgradeHref: null },
  ...{ action: '/claim/token', csrfToken: 'x' },
};
const ask: PageProps<'workspaceClaim'>['step'] = {
  ...{ kind: 'decide', workspaceName: 'Hana Studio', agentName: 'Scout', ownerEmail: LONG_EMAIL },
  ...{ clientIp: '192.0.2.7', createdAt: asked, expiresAt: asked, action: '/claim/token', csrfToken: 'x' },
  ...{ hasSeat: true, plansHref: '/plans', receivers: 'hooks.example' },
  others: {
    members: { count: 2, first: [{ name: 'Mallory', email: LONG_EMAIL, role: 'manager' }] },
    keys: { count: 1, first: [{ name: 'Back door', isSeat: false, of: 'mallory@evil.test' }] },
    invitations: { count: 0, first: [] },
  },
};
const addresses = { oldEmail: 'hana@before.example', newEmail: LONG_EMAIL };
const nobody = { count: 0, first: [] };
const outcome = {
  ended: { keys: { count: 2, names: [] }, webhooks: { count: 1, names: ['hooks.example'] } },
  kept: { videoLinks: { count: 1, names: ['meet.example'] } },
};
const home = { href: '/?workspace=hana', seatsHref: '/?workspace=hana#seats', outcome, waiting: null };
const workspaceClaim = (step: PageProps<'workspaceClaim'>['step']): string =>
  html('workspaceClaim', { step, notice: null });

/** What agents ask of people, before and after the answer. */
export const claimStates: Readonly<Record<string, string>> = {
  'claim-sign-in': html('claim', { step: 'sign in', href: '/login' }),
  'claim-wrong-account': html('claim', { step: 'wrong account', signedInAs: LONG_EMAIL, csrfToken: 'x' }),
  claim: html('claim', claim),
  'claim-choose': html('claim', { ...claim, workspaces: [acme, { id: 'b', name: 'Engines', slug: 'engines' }] }),
  'claim-no-workspace': html('claim', { ...claim, workspaces: [] }),
  'claim-accepted': html('claim', { step: 'accepted', facts, hasKey: true, homeHref: '/' }),
  'claim-refused': html('claim', { step: 'refused', facts }),
  'claim-dead': html(
    'problem',
    deadLink({ title: 'This request is too old', text: 'It got nothing.', steps: ['Ask.'] }),
  ),
  'take-over-sign-in': workspaceClaim({ kind: 'sign in', href: '/login' }),
  'take-over': workspaceClaim(ask),
  'take-over-no-seat': workspaceClaim({
    ...ask,
    ...{ workspaceName: null, agentName: null, hasSeat: false, receivers: '' },
    others: { members: nobody, keys: nobody, invitations: nobody },
  }),
  'take-over-kept': workspaceClaim({
    ...{ kind: 'accepted', workspaceName: 'Hana Studio', ...home },
    agent: { name: 'Scout', role: 'member' },
  }),
  'take-over-kept-ended': workspaceClaim({
    ...{ kind: 'accepted', workspaceName: null, ...home },
    agent: { name: null, role: null },
  }),
  'take-over-not-kept': workspaceClaim({ kind: 'accepted', workspaceName: 'Hana Studio', agent: null, ...home }),
  'take-over-waiting': workspaceClaim({
    ...{ kind: 'accepted', workspaceName: 'Hana Studio', agent: null, ...home },
    ...{ outcome: { ended: {}, kept: {} }, waiting: 2 },
  }),
  'take-over-refused': workspaceClaim({ kind: 'refused', workspaceName: 'Hana Studio' }),
  'address-sign-in': html('address', { step: { kind: 'sign in', href: '/login' } }),
  address: html('address', {
    step: { kind: 'confirm', ...addresses, action: '/account/address/token', csrfToken: 'x' },
  }),
  'address-confirmed': html('address', { step: { kind: 'confirmed', newEmail: LONG_EMAIL } }),
  'address-undo': html('address', { step: { kind: 'undo', ...addresses, changedAt: asked, action: '/undo' } }),
  'address-undone': html('address', { step: { kind: 'undone', oldEmail: LONG_EMAIL } }),
};
