import { type ComponentProps, createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { AddressPage } from './pages/address.tsx';
import { AppPage } from './pages/app.tsx';
import { BookedPage } from './pages/booked.tsx';
import { CalendarConnectedPage, ConnectCalendarPage } from './pages/calendars.tsx';
import { CancelPage } from './pages/cancel.tsx';
import { ClaimPage } from './pages/claim.tsx';
import { CodePage } from './pages/code.tsx';
import { ConsentPage } from './pages/consent.tsx';
import { DashboardPage } from './pages/dashboard.tsx';
import { DecidePage } from './pages/decide.tsx';
import { DetailsPage } from './pages/details.tsx';
import { DocsApiPage, DocsAreaPage } from './pages/docs-api.tsx';
import { DocsGuidePage } from './pages/docs-guide.tsx';
import { DocsIndexPage } from './pages/docs-index.tsx';
import { DocsSearchPage } from './pages/docs-search.tsx';
import { EmbedPage } from './pages/embed.tsx';
import { EventPage } from './pages/event.tsx';
import { HostPage } from './pages/host.tsx';
import { InvitationPage } from './pages/invitation.tsx';
import { InvitedPage } from './pages/invited.tsx';
import { LandingPage } from './pages/landing.tsx';
import { LinkPage, LinkSentPage, LoginPage } from './pages/login.tsx';
import { ManagePage } from './pages/manage.tsx';
import { NoMailPage } from './pages/no-mail.tsx';
import { NotMePage } from './pages/not-me.tsx';
import { PlansPage } from './pages/plans.tsx';
import { PrepPage } from './pages/prep.tsx';
import { ProblemPage } from './pages/problem.tsx';
import { MovePage, ReschedulePage, UnmovedPage } from './pages/reschedule.tsx';
import { StopAccessPage } from './pages/stop-access.tsx';
import { StopAgentPage } from './pages/stop-agent.tsx';
import { WorkspaceClaimPage } from './pages/workspace-claim.tsx';
import { type Frame, FrameProvider } from './parts/frame.ts';
import { leaveFrame } from './parts/leave-frame.ts';
import { LocaleProvider } from './parts/locale.ts';

const pages = {
  landing: LandingPage,
  host: HostPage,
  event: EventPage,
  details: DetailsPage,
  code: CodePage,
  booked: BookedPage,
  manage: ManagePage,
  reschedule: ReschedulePage,
  move: MovePage,
  unmoved: UnmovedPage,
  cancel: CancelPage,
  notMe: NotMePage,
  noMail: NoMailPage,
  decide: DecidePage,
  login: LoginPage,
  linkSent: LinkSentPage,
  link: LinkPage,
  invitation: InvitationPage,
  claim: ClaimPage,
  consent: ConsentPage,
  invited: InvitedPage,
  connectCalendar: ConnectCalendarPage,
  calendarConnected: CalendarConnectedPage,
  stopAgent: StopAgentPage,
  plans: PlansPage,
  prep: PrepPage,
  stopAccess: StopAccessPage,
  address: AddressPage,
  workspaceClaim: WorkspaceClaimPage,
  docsIndex: DocsIndexPage,
  docsGuide: DocsGuidePage,
  docsSearch: DocsSearchPage,
  docsApi: DocsApiPage,
  docsArea: DocsAreaPage,
  app: AppPage,
  dashboard: DashboardPage,
  problem: ProblemPage,
  embed: EmbedPage,
};

export type PageName = keyof typeof pages;
export type PageProps<Name extends PageName> = ComponentProps<(typeof pages)[Name]>;

/** A page as an HTML document. The API's only entry to the React parts. */
export function renderPage<Name extends PageName>(name: Name, props: PageProps<Name>, frame: Frame): string {
  const Page = pages[name] as FunctionComponent<object>;
  const html = renderToStaticMarkup(
    <FrameProvider value={frame}>
      <LocaleProvider value={frame.locale}>{createElement(Page, props)}</LocaleProvider>
    </FrameProvider>,
  );
  return `<!DOCTYPE html>${frame.framed === null ? html : leaveFrame(html)}`;
}
