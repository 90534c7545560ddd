import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { isNewHost } from './first-run/new-host.ts';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

/** What any page's address may carry: the workspace, and what a payment or a mail says. Pages read the rest by themselves. */
export interface DashboardSearch {
  readonly workspace?: string;
  readonly [name: string]: string | undefined;
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: (search): DashboardSearch => search as DashboardSearch,
  search: { middlewares: [retainSearchParams<DashboardSearch>(['workspace'])] },
});

/** Where links lead that were made when all was on one page: `/#plan`, `/#calendars`. */
const MOVED = {
  plan: '/settings/billing',
  calendars: '/settings/calendars',
  keys: '/settings/access',
  seats: '/settings/access',
  apps: '/settings/grants',
  agents: '/settings/agents',
  passkeys: '/settings/account',
  'linked-accounts': '/settings/account',
} as const;

const page = { getParentRoute: () => root };

const home = createRoute({
  ...page,
  path: '/',
  beforeLoad: async ({ location }) => {
    const isMoved = location.hash in MOVED;
    const first = !isMoved && (await isNewHost(Date.now())) ? '/start' : '/meetings';
    throw redirect({
      to: isMoved ? MOVED[location.hash as keyof typeof MOVED] : first,
      search: true,
      hash: true,
      replace: true,
    });
  },
});

const start = createRoute({
  ...page,
  path: '/start',
  component: lazyRouteComponent(() => import('./first-run/start-page.tsx'), 'StartPage'),
});

const meetings = createRoute({
  ...page,
  path: '/meetings',
  component: lazyRouteComponent(() => import('./meetings/meetings-page.tsx'), 'MeetingsPage'),
});

const insights = createRoute({
  ...page,
  path: '/insights',
  component: lazyRouteComponent(() => import('./meetings/insights-page.tsx'), 'InsightsPage'),
});

const meeting = createRoute({
  ...page,
  path: '/meetings/$bookingId',
  component: lazyRouteComponent(() => import('./meetings/meeting-page.tsx'), 'MeetingPage'),
});

const eventTypes = createRoute({
  ...page,
  path: '/event-types',
  component: lazyRouteComponent(() => import('./event-types/event-types-page.tsx'), 'EventTypesPage'),
});

const availability = createRoute({
  ...page,
  path: '/availability',
  component: lazyRouteComponent(() => import('./availability/availability-page.tsx'), 'AvailabilityPage'),
});

const schedule = createRoute({
  ...page,
  path: '/availability/$scheduleId',
  component: lazyRouteComponent(() => import('./availability/availability-page.tsx'), 'AvailabilityPage'),
});

const eventType = createRoute({
  ...page,
  path: '/event-types/$eventTypeId',
  component: lazyRouteComponent(() => import('./event-types/event-type-page.tsx'), 'EventTypePage'),
});

const team = createRoute({
  ...page,
  path: '/team',
  component: lazyRouteComponent(() => import('./teams/team-page.tsx'), 'TeamPage'),
});

const oneTeam = createRoute({
  ...page,
  path: '/team/$teamId',
  component: lazyRouteComponent(() => import('./teams/one-team-page.tsx'), 'OneTeamPage'),
});

const settings = createRoute({
  ...page,
  path: '/settings',
  component: lazyRouteComponent(() => import('./workspaces/settings-page.tsx'), 'SettingsPage'),
});

const setting = { getParentRoute: () => settings };

const settingsHome = createRoute({
  ...setting,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/account', search: true, replace: true });
  },
});

const account = createRoute({
  ...setting,
  path: '/account',
  component: lazyRouteComponent(() => import('./accounts/account-page.tsx'), 'AccountPage'),
});

const workspace = createRoute({
  ...setting,
  path: '/workspace',
  component: lazyRouteComponent(() => import('./workspaces/workspace-page.tsx'), 'WorkspacePage'),
});

const calendars = createRoute({
  ...setting,
  path: '/calendars',
  component: lazyRouteComponent(() => import('./calendars/calendars-page.tsx'), 'CalendarsPage'),
});

const access = createRoute({
  ...setting,
  path: '/access',
  component: lazyRouteComponent(() => import('./access/access-page.tsx'), 'AccessPage'),
});

const agents = createRoute({
  ...setting,
  path: '/agents',
  component: lazyRouteComponent(() => import('./identity/agents-page.tsx'), 'AgentsPage'),
});

const grants = createRoute({
  ...setting,
  path: '/grants',
  component: lazyRouteComponent(() => import('./oauth/grants-page.tsx'), 'GrantsPage'),
});

const webhooks = createRoute({
  ...setting,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const activity = createRoute({
  ...setting,
  path: '/activity',
  component: lazyRouteComponent(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
});

const billing = createRoute({
  ...setting,
  path: '/billing',
  component: lazyRouteComponent(() => import('./billing/billing-page.tsx'), 'BillingPage'),
});

/** Addresses carry plain words: `?workspace=123` is a text. */
const parseSearch = (search: string): DashboardSearch => Object.fromEntries(new URLSearchParams(search));

function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** Every page of the dashboard, by its address (contract.md, Dashboard). Each page's code is loaded when it is first shown, or about to be. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    start,
    meetings,
    insights,
    meeting,
    eventTypes,
    availability,
    schedule,
    eventType,
    team,
    oneTeam,
    settings.addChildren([
      ...[settingsHome, account, workspace, calendars, access, agents, grants, webhooks, billing, activity],
    ]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
