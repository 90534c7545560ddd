import { cancelWords } from '../../texts/en/pages/meeting.ts';
import { Ending, type EndingProps } from '../parts/ending.tsx';
import { Fill } from '../parts/fill.tsx';
import { BackLink, Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';

export interface NotMePageProps extends EndingProps {
  readonly agentEmail: string;
}

/** For a guest for whom an agent booked without being asked. Opening the link does nothing; the button does. */
export function NotMePage({
  eventName,
  hostName,
  time,
  notice,
  action,
  backHref,
  pageToken,
  agentEmail,
}: NotMePageProps) {
  const words = useWords(cancelWords);
  return (
    <Layout title={words.notMeTitle}>
      <BackLink href={backHref}>{words.back}</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>{words.notMeHeading}</h1>
        <p className="lead">
          <Fill text={words.notMeLead(hostName)} parts={{ agent: <bdi>{agentEmail}</bdi> }} />
        </p>
        <Ending eventName={eventName} hostName={hostName} time={time} />
        <form method="post" action={action}>
          <input type="hidden" name="pageToken" value={pageToken} />
          <div className="actions">
            <button type="submit" className="button danger">
              {words.notMeSubmit}
            </button>
            <a href={backHref}>{words.notMeKeep}</a>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}
