import { EventFacts, type MeetingKind } from '../parts/event-facts.tsx';
import { Island } from '../parts/island.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { Notice, type NoticeText } from '../parts/notice.tsx';
import { type Picker, SlotPicker } from '../parts/slot-picker.tsx';

export interface EventHead extends MeetingKind {
  readonly name: string;
  readonly description: string | null;
  readonly hostName: string;
  readonly organizationName: string;
  readonly hostHref: string;
}

export interface EventPageProps {
  readonly event: EventHead;
  readonly picker: Picker;
  readonly notice: NoticeText | null;
  /** for agents that land here: the JSON of the same times, and the interface */
  readonly slotsUrl: string;
  readonly openapiUrl: string;
}

/** /{workspace}/{username}/{eventSlug}: the meeting, and the open times of the next days. */
export function EventPage({ event, picker, notice, slotsUrl, openapiUrl }: EventPageProps) {
  const title = `${event.name} with ${event.hostName}`;
  return (
    <Layout
      title={title}
      description={event.description ?? `Pick a time: ${title}, ${event.organizationName}.`}
      wide
      zoneFromBrowser={picker.zone.source !== 'guest'}
    >
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <div className="event-layout">
          <header className="event-head">
            <p className="eyebrow">
              <a href={event.hostHref}>{event.hostName}</a> · {event.organizationName}
            </p>
            <h1>{event.name}</h1>
            <EventFacts durationMinutes={event.durationMinutes} locationType={event.locationType} />
            {event.description !== null && <p className="about prewrap">{event.description}</p>}
          </header>
          <Island name="picker" part={SlotPicker} props={picker} />
        </div>
        <p className="agents">
          For agents: do not read this page. The same times with all rules and the next calls are{' '}
          <a href={slotsUrl} rel="nofollow">
            JSON
          </a>
          ; the whole interface is the <a href={openapiUrl}>OpenAPI document</a>.
        </p>
      </Sheet>
    </Layout>
  );
}
