import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AREAS, layoutProblems } from '../../scripts/layout-rules.ts';

describe('the layout', () => {
  it.each([
    'store/booking/holds.ts',
    'store/locks.ts',
    'store/migrations/0001_init.sql',
    'schemas/operations/teams.ts',
    'api/handlers/webhooks/create-webhook.ts',
    'api/handlers/index.ts',
    'api/pages/shell/visit.ts',
    'outbound/calendars/google/events.ts',
    'activities/accounts.ts',
    'domain/slots/host-slots.ts',
    'test/store/migrate.test.ts',
    'test/domain/slots/list.test.ts',
    'test/api/handlers/oauth/token.test.ts',
    'test/support/fakes/pause.ts',
    'README.md',
    'fuzz/',
    'workers/',
    'web/pages/landing.tsx',
    'web/app/dashboard/webhooks/webhook-list.tsx',
    'workflows/webhook-delivery.ts',
    'workers/reconcile/mend.ts',
    'cli/commands/teams.ts',
    'stand-ins/stripe/stand-in.ts',
    'test/workflows/webhook-delivery.test.ts',
    'test/infra/local/ports.test.ts',
  ])('allows %s', (path) => expect(layoutProblems([path])).toEqual([]));

  it.each([
    ['store/payments/invoices.ts', 'store/payments/ is not a place for code. Move its files to store/<area>/.'],
    ['store/team-pages/pages.ts', 'Move its files to store/teams/.'],
    ['store/code-requests.ts', 'store/code-requests.ts lies beside the folders. Move it to store/<area>/.'],
    ['store/link-codes.ts', 'Move it to store/links/.'],
    ['schemas/operations/stripe/checkout.ts', 'What several areas use belongs in schemas/shapes/.'],
    ['activities/google/events.ts', 'The adapter of an outside service belongs in outbound/.'],
    ['domain/helpers.ts', 'domain/ has the areas (booking, bookable,'],
    ['api/stripe/webhook.ts', 'a webhook of another service in api/inbound/.'],
    ['api/handlers/guests/find-guest.ts', 'A new area needs a word in AREAS (scripts/layout-rules.ts)'],
    ['api/pages/settings-page.ts', 'A page of the signed-in app belongs in api/pages/app/'],
    ['billing/plans.ts', 'An area has a folder in each layer that it needs: <layer>/billing/.'],
    ['web/billing/plans.tsx', 'web/billing/ is not a place for code. Move its files to web/<folder>/.'],
    ['web/pages/billing/plans.tsx', 'Move its files to web/pages/. web/pages/ has no folders.'],
    ['web/app/billing/plans.tsx', 'web/app/ has booking, dashboard, data,'],
    ['web/app/dashboard/plans.tsx', 'Move it to web/app/dashboard/<area>/.'],
    ['workflows/billing/dunning.ts', 'A flow is one file in workflows/.'],
    ['workers/billing/charge.ts', 'What flows do belongs in activities/<area>/.'],
    ['workers/charge.ts', 'workers/charge.ts lies beside the folders.'],
    ['cli/billing/plans.ts', 'A command belongs in cli/commands/.'],
    ['cli/commands/billing/plans.ts', 'cli/commands/ has no folders.'],
    ['infra/billing/stripe.ts', 'infra/ has local.'],
    ['test/billing/plans.test.ts', 'Tests mirror the tree.'],
    ['test/workflows/billing/dunning.test.ts', 'A flow is one file in workflows/.'],
    ['test/store/holds.test.ts', 'Move it to test/store/<area>/.'],
    ['test/api/handlers/confirm.test.ts', 'Move it to test/api/handlers/<area>/.'],
    ['test/support/clock.ts', 'test/support/ has stack, drivers, factories, fakes, asserts.'],
  ])('refuses %s and says where to put it', (path, words) => {
    const problems = layoutProblems([path]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(words);
  });

  it('names a wrong folder once', () => {
    expect(layoutProblems(['store/payments/a.ts', 'store/payments/b.ts'])).toHaveLength(1);
  });

  it('has the areas of the glossary', () => {
    const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');
    const [, table = ''] = /^## Areas\n([\s\S]*?)(?:^## |$(?![\s\S]))/m.exec(glossary) ?? [];
    const rows = [...table.matchAll(/^\| ([a-z-]+) \|/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'area');
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((name) => !AREAS.includes(name))).toEqual([]);
  });
});
