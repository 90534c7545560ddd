import { outcomeWords as say } from '../../../texts/en/dashboard/device.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { chosen } from '../dashboard/workspaces/choice.ts';
import { useApi } from '../data/api-context.ts';
import { useLoad } from '../data/use-load.ts';
import { Headline } from './headline.tsx';
import { askerOf, type Device, type Mine } from './shapes.ts';

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
