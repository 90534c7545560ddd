import type { WhyNone } from '../../texts/en/pages/prep.ts';
import { prepWords } from '../../texts/en/pages/prep.ts';
import { Facts, Place, When } from '../parts/facts.tsx';
import { Fill } from '../parts/fill.tsx';
import { BackLink, Layout, Sheet } from '../parts/layout.tsx';
import { useLocale, useWords } from '../parts/locale.ts';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';
import { Known, type KnownOfGuest } from '../parts/prep-known.tsx';
import { PackSections, type PrepPack } from '../parts/prep-pack.tsx';

export interface PrepPageProps {
  readonly bookingId: string;
  readonly workspaceId: string;
  /** the list, or the meeting */
  readonly back: { readonly href: string; readonly isMeeting: boolean };
  readonly eventName: string;
  /** the guest's name, else address */
  readonly guest: string;
  /** who else was invited, as it is now */
  readonly alsoInvited: readonly string[];
  /** null: the meeting takes place */
  readonly badge: { readonly words: string; readonly tone: 'waiting' | 'over' } | null;
  /** it was canceled or declined */
  readonly isOff: boolean;
  /** in the host's zone */
  readonly time: MeetingTime;
  /** when it is for the guest, in words; null: their clock is the host's */
  readonly theirTime: string | null;
  readonly where: string;
  readonly joinUrl: string | null;
  /** the guest's, for a call; digits with +; null: none */
  readonly number: string | null;
  readonly hostName: string;
  /** where the pack stands; while one is made, the one before is shown */
  readonly stage: 'made' | 'making' | 'none' | 'failed' | 'over' | 'deleted';
  /** why there is none; null: there is one */
  readonly why: WhyNone | null;
  readonly pack: PrepPack | null;
  /** what the booking says, while there is no pack; null: nothing is left of its guest */
  readonly known: KnownOfGuest | null;
  readonly news: PackNews | null;
  /** in words, in the host's zone */
  readonly madeAt: string | null;
  /** null: it stays as it is */
  readonly refresh: { readonly label: string; readonly cost: string } | null;
  /** about the form that was sent */
  readonly notice: NoticeText | null;
  readonly action: string;
  readonly csrfToken: string;
}

/** What the pack lacks and why, in its own words, and what to do about it here. */
export interface PackNews {
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly points: readonly string[];
  /** in the reader's language */
  readonly text: string | null;
  readonly link: { readonly href: string; readonly label: string } | null;
}

/** {app_url}/meetings/{bookingId}/prep: one or two sheets that a host reads before a meeting, on the screen or on paper. */
export function PrepPage(props: PrepPageProps) {
  const { bookingId, workspaceId, back, eventName, guest, notice, pack, stage } = props;
  const words = useWords(prepWords);
  return (
    <Layout title={words.title(eventName, guest)} wide>
      <BackLink href={back.href}>{back.isMeeting ? words.meeting : words.meetings}</BackLink>
      <div className="prep" data-prep={bookingId} data-workspace={workspaceId} data-stage={stage}>
        <Sheet>
          {notice !== null && <Notice notice={notice} />}
          <Standing {...props} />
          <p className="eyebrow">{words.eyebrow}</p>
          <h1 dir="auto">
            <Fill text={words.heading} parts={{ event: <bdi>{eventName}</bdi>, guest: <bdi>{guest}</bdi> }} />
          </h1>
          {pack !== null && pack.purpose !== null && (
            <p className="lead" dir="auto" lang="en">
              {pack.purpose}
            </p>
          )}
          <Meeting {...props} />
          {pack === null ? <NoPack {...props} /> : <Pack pack={pack} news={props.news} />}
          <Foot {...props} />
        </Sheet>
      </div>
    </Layout>
  );
}

/** Whether the meeting takes place, and whether the pack is the last one. */
function Standing({ badge, isOff, pack, stage, action }: PrepPageProps) {
  const { off, older } = useWords(prepWords);
  const saysOff = isOff && pack !== null;
  return (
    <>
      {stage === 'making' && <Making isAnew={pack !== null} action={action} />}
      {stage === 'failed' && pack !== null && <Notice notice={{ tone: 'warning', ...older }} />}
      {saysOff && <Notice notice={{ tone: 'warning', ...off }} />}
      {badge !== null && !saysOff && <p className={`badge ${badge.tone}`}>{badge.words}</p>}
    </>
  );
}

/** The page's script waits for the pack; without it, the link does. */
function Making({ isAnew, action }: { readonly isAnew: boolean; readonly action: string }) {
  const { making, makingAnew, loadAgain } = useWords(prepWords);
  return (
    <Notice notice={{ tone: 'info', ...(isAnew ? makingAnew : making) }}>
      <p>
        <a href={action} data-late>
          {loadAgain}
        </a>
      </p>
    </Notice>
  );
}

function Meeting({ time, theirTime, where, joinUrl, number, alsoInvited }: PrepPageProps) {
  const { facts } = useWords(prepWords);
  return (
    <Facts
      facts={[
        { label: facts.when, value: <When time={time} />, strong: true },
        ...(theirTime === null ? [] : [{ label: facts.theirTime, value: <bdi>{theirTime}</bdi> }]),
        { label: joinUrl === null ? facts.where : facts.join, value: <Place words={where} link={joinUrl} /> },
        ...(number === null
          ? []
          : [{ label: facts.number, value: <a href={`tel:${number}`}>{number}</a>, strong: true }]),
        ...(alsoInvited.length === 0 ? [] : [{ label: facts.alsoInvited, value: <bdi>{alsoInvited.join(', ')}</bdi> }]),
      ]}
    />
  );
}

/** The pack's own sentences are English, whatever the page speaks. */
function Pack({ pack, news }: { readonly pack: PrepPack; readonly news: PackNews | null }) {
  const { language } = useLocale();
  const { packLanguage } = useWords(prepWords);
  return (
    <>
      {language !== 'en' && <p className="small quiet prep-language">{packLanguage}</p>}
      <div lang="en">
        <PackSections pack={pack} missing={news === null ? null : <News news={news} />} />
      </div>
    </>
  );
}

function News({ news: { points, text, link, ...notice } }: { readonly news: PackNews }) {
  const { language } = useLocale();
  return (
    <Notice notice={notice}>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {text !== null && <p lang={language}>{text}</p>}
      {link !== null && (
        <p lang={language}>
          <a href={link.href}>{link.label}</a>
        </p>
      )}
    </Notice>
  );
}

/** Why there is none, and what the booking itself says of the guest. */
function NoPack({ stage, why, known }: PrepPageProps) {
  const { noPack, whyNone } = useWords(prepWords);
  const said = stage === 'none' ? whyNone[why ?? 'before_packs'] : stage !== 'making' && noPack[stage];
  return (
    <>
      {said && <Notice notice={{ tone: stage === 'failed' ? 'error' : 'info', ...said }} />}
      {known !== null && <Known known={known} />}
    </>
  );
}

function Foot({ pack, stage, refresh, madeAt, hostName, action, csrfToken }: PrepPageProps) {
  const words = useWords(prepWords);
  const canRefresh = refresh !== null && stage !== 'making';
  if (pack === null && !canRefresh) return null;
  return (
    <footer className="prep-foot">
      {madeAt !== null && (
        <p id="made" tabIndex={-1}>
          <Fill text={words.madeAt} parts={{ when: madeAt, host: <bdi>{hostName}</bdi> }} />
        </p>
      )}
      {pack !== null && <p>{words.note}</p>}
      <form method="post" action={action}>
        <input type="hidden" name="csrfToken" value={csrfToken} />
        <div className="actions">
          {canRefresh && (
            <button type="submit" className="button second" aria-describedby="cost">
              {refresh.label}
            </button>
          )}
          {pack !== null && (
            <button type="button" className="button second" id="print" hidden>
              {words.print}
            </button>
          )}
        </div>
        {canRefresh && (
          <p className="small quiet cost" id="cost">
            {refresh.cost}
          </p>
        )}
      </form>
    </footer>
  );
}
