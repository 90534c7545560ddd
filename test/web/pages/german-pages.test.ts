import { expect, it } from 'vitest';
import { PLANS } from '../../../domain/billing/plans.ts';
import { plansWords } from '../../../texts/en/pages/accounts.ts';
import { workspaceClaimWords } from '../../../texts/en/pages/claims.ts';
import type { WorkspaceClaimPageProps } from '../../../web/pages/workspace-claim.tsx';
import { html } from '../../e2e/pages/states/base.ts';
import { englishFinder, translationOf } from '../../support/asserts/english.ts';

const findEnglish = englishFinder([plansWords, workspaceClaimWords].map(translationOf));
const [AT, KEPT] = ['2026-12-01T08:00:00Z', ['Acme', 'Otto', 'Free', 'Growth']];

const asked: WorkspaceClaimPageProps['step'] = {
  ...{ kind: 'decide', workspaceName: 'Acme', agentName: null, ownerEmail: 'bot@a.example', clientIp: '192.0.2.1' },
  ...{ createdAt: AT, expiresAt: AT, action: '/claim', csrfToken: 'x', hasSeat: true, plansHref: '/plans' },
  receivers: 'hooks.example',
  others: {
    members: { count: 2, first: [{ name: null, email: 'm@a.example', role: 'billing_only' }] },
    keys: { count: 1, first: [{ name: 'Otto', isSeat: false, of: 'm@a.example' }] },
    invitations: { count: 1, first: [{ email: 'n@a.example', role: 'manager' }] },
  },
};
const outcome = {
  ended: { keys: { count: 2, names: [] }, webhooks: { count: 1, names: ['hooks.example'] } },
  kept: { shortLinks: { count: 3, names: [] } },
};
const ended = { kind: 'accepted', workspaceName: null, href: '/', seatsHref: '/', outcome, waiting: 2 } as const;
const steps: readonly WorkspaceClaimPageProps['step'][] = [
  { kind: 'sign in', href: '/' },
  asked,
  { ...asked, workspaceName: null, hasSeat: false },
  { ...ended, agent: { name: 'Otto', role: 'member' } },
  { ...ended, agent: { name: null, role: null } },
  { ...ended, agent: null },
  { kind: 'refused', workspaceName: null },
];
const offers = Object.entries(PLANS).map(([plan, { name, usdPerMemberMonthly, caps }]) => ({
  ...{ plan, name, usdPerMemberMonthly, usdPerMemberYearly: 10 * usdPerMemberMonthly, caps },
}));

it.each(['de', 'en'] as const)('plans and the take-over of a workspace are whole in %s', (language) => {
  const around = { locale: { language, tag: language } };
  const pages = [
    html('plans', { offers: offers as never, isSignedIn: false, homeUrl: '/', chooseUrls: { growth: '/' } }, around),
    ...steps.map((step) => html('workspaceClaim', { notice: null, step }, around)),
  ];
  for (const page of pages) {
    const main = page.replace(/^.*<main/s, '<main').replace(/<\/main>.*$/s, '');
    const english = findEnglish(
      main.split(/<[^>]*>/).map((text) => text.trim()),
      KEPT,
    );
    if (language === 'de') expect(english).toEqual([]);
    else expect(english).not.toEqual([]);
  }
});
