import { factWords } from '../../texts/en/pages/frame.ts';
import { Facts, What, When } from './facts.tsx';
import { useWords } from './locale.ts';
import type { MeetingTime } from './meeting-time.ts';
import type { NoticeText } from './notice.tsx';

/** What both pages that end a meeting show. */
export interface EndingProps {
  readonly eventName: string;
  readonly hostName: string;
  readonly time: MeetingTime;
  readonly notice: NoticeText | null;
  readonly action: string;
  readonly backHref: string;
  readonly pageToken: string;
}

/** The meeting that is about to end. */
export function Ending({ eventName, hostName, time }: Pick<EndingProps, 'eventName' | 'hostName' | 'time'>) {
  const words = useWords(factWords);
  return (
    <Facts
      facts={[
        { label: words.what, value: <What event={eventName} host={hostName} /> },
        { label: words.when, value: <When time={time} />, strong: true },
      ]}
    />
  );
}
