import { Icon, type IconName } from '../../parts/icon.tsx';
import { chosen } from '../dashboard/workspaces/choice.ts';
import { useApi } from '../data/api-context.ts';
import { useLoad } from '../data/use-load.ts';
import { pageWords } from '../parts/page-words.ts';
import { Headline } from './headline.tsx';
import { askerOf, type Device, type Mine } from './shapes.ts';

const say = pageWords(
  {
    keys: 'See or revoke your keys',
    home: 'Go to your home page',
    approved: 'Approved',
    approvedText: (asker: string) =>
      `Go back to your terminal: ${asker} gets its key there within seconds. You can close this page.`,
    connected: 'Already connected',
    connectedText: (asker: string) =>
      `${asker} was approved and has fetched its key. There is nothing left to do here.`,
    denied: 'Denied',
    deniedText: (asker: string) => `${asker} gets no key and is notified. You can close this page.`,
    over: 'This code is over',
    overText: 'Codes end after 15 minutes. Start anew on the device, and open the link that it shows then.',
    decided: 'Already decided',
    decidedText:
      'This code was approved or denied before, maybe in another window. Start anew on the device if you need to.',
    see: 'See your keys',
    calendar: 'Connect a calendar',
    calendarText: ', so that guests get only times at which you are free.',
  },
  {
    keys: 'Ihre Schlüssel sehen oder widerrufen',
    home: 'Zu Ihren Terminen',
    approved: 'Zugelassen',
    approvedText: (asker: string) =>
      `Zurück zum Terminal: ${asker} bekommt dort in Sekunden den Schlüssel. Sie können diese Seite schließen.`,
    connected: 'Schon verbunden',
    connectedText: (asker: string) =>
      `${asker} wurde zugelassen und hat den Schlüssel geholt. Hier ist nichts mehr zu tun.`,
    denied: 'Abgelehnt',
    deniedText: (asker: string) =>
      `${asker} bekommt keinen Schlüssel und erfährt es. Sie können diese Seite schließen.`,
    over: 'Dieser Code ist abgelaufen',
    overText:
      'Codes enden nach 15 Minuten. Beginnen Sie auf dem Gerät neu, und öffnen Sie den Link, den es dann zeigt.',
    decided: 'Schon entschieden',
    decidedText:
      'Dieser Code wurde schon zugelassen oder abgelehnt, vielleicht in einem anderen Fenster. Beginnen Sie bei Bedarf auf dem Gerät neu.',
    see: 'Ihre Schlüssel sehen',
    calendar: 'Verbinden Sie einen Kalender',
    calendarText: ', damit Gäste nur Zeiten bekommen, zu denen Sie frei sind.',
  },
);

/** approved: the caller has not fetched its key yet; connected: it has. decided: approved or denied before. */
export type Outcome = 'approved' | 'connected' | 'denied' | 'expired' | 'decided';

interface Told {
  readonly icon: IconName;
  readonly tone: '' | 'waiting' | 'over';
  readonly title: string;
  readonly text: (asker: string) => string;
  readonly link: { readonly label: string; readonly href: string };
}

const KEYS = { label: say.keys, href: '/settings/access' };
const HOME = { label: say.home, href: '/' };

const TOLD: Readonly<Record<Outcome, Told>> = {
  approved: {
    icon: 'check',
    tone: '',
    title: say.approved,
    text: say.approvedText,
    link: KEYS,
  },
  connected: {
    icon: 'check',
    tone: '',
    title: say.connected,
    text: say.connectedText,
    link: KEYS,
  },
  denied: {
    icon: 'cross',
    tone: 'over',
    title: say.denied,
    text: say.deniedText,
    link: HOME,
  },
  expired: {
    icon: 'clock',
    tone: 'waiting',
    title: say.over,
    text: () => say.overText,
    link: HOME,
  },
  decided: {
    icon: 'info',
    tone: 'over',
    title: say.decided,
    text: () => say.decidedText,
    link: { label: say.see, href: '/settings/access' },
  },
};

interface DeviceOutcomeProps {
  readonly outcome: Outcome;
  readonly device: Device;
  readonly mine: Mine;
}

export function DeviceOutcome({ outcome, device, mine }: DeviceOutcomeProps) {
  const { icon, tone, title, text, link } = TOLD[outcome];
  return (
    <>
      <Headline
        before={
          <div className={`mark ${tone}`}>
            <Icon name={icon} />
          </div>
        }
      >
        {title}
      </Headline>
      <p className="lead">{text(askerOf(device))}</p>
      {outcome === 'approved' && <CalendarHint mine={mine} />}
      <p className="aside small">
        <a href={link.href}>{link.label}</a>
      </p>
    </>
  );
}

/** For a person who has connected no calendar. Nothing while that is not known. */
function CalendarHint({ mine: { user, workspaces } }: { readonly mine: Mine }) {
  const { call } = useApi();
  const workspaceId = chosen(workspaces)?.id ?? '';
  const { state } = useLoad(`device calendars ${workspaceId}`, () => call('listCalendars', {}, workspaceId));
  if (state.status !== 'ready' || state.data.calendars.some(({ host }) => host.id === user.id)) return null;
  return (
    <p className="lead">
      <a href="/settings/calendars">{say.calendar}</a>
      {say.calendarText}
    </p>
  );
}
