import { eventWords } from '../../texts/en/pages/times.ts';
import { EventFacts, type MeetingKind } from '../parts/event-facts.tsx';
import { Faces, type HostFaces } from '../parts/faces.tsx';
import { useFrame } from '../parts/frame.ts';
import { Island } from '../parts/island.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';
import type { Picker } from '../parts/picker-props.ts';
import { SlotPicker } from '../parts/slot-picker.tsx';
import type { ZoneGroup } from '../parts/zone-form.tsx';

export interface EventHead extends MeetingKind {
  readonly name: string;
  readonly description: string | null;
  readonly hostName: string;
  readonly organizationName: string;
  readonly hostHref: string;
}

export interface EventPageProps {
  readonly event: EventHead;
  readonly faces: HostFaces;
  readonly picker: Picker;
  readonly zoneGroups: readonly ZoneGroup[];
  readonly notice: NoticeText | null;
}

/** /{workspace}/{username}/{eventSlug}: the meeting, and a month of its open times. */
export function EventPage({ event, faces, picker, zoneGroups, notice }: EventPageProps) {
  const words = useWords(eventWords);
  // A brand already names the workspace above.
  const { brand } = useFrame();
  const title = words.title(event.name, event.hostName);
  return (
    <Layout title={title} description={event.description ?? words.description(title, event.organizationName)} wide>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <div className="event-layout">
          <header className="event-head">
            <div className="by-host">
              <Faces {...faces} />
              <p className="eyebrow">
                <a href={event.hostHref}>
                  <bdi>{event.hostName}</bdi>
                </a>
                {brand === null && (
                  <>
                    {' · '}
                    <bdi>{event.organizationName}</bdi>
                  </>
                )}
              </p>
            </div>
            <h1 dir="auto">{event.name}</h1>
            <EventFacts {...event} />
            {event.description !== null && (
              <p className="about prewrap" dir="auto">
                {event.description}
              </p>
            )}
            <Bio text={faces.bio} />
          </header>
          <Island name="picker" part={SlotPicker} props={picker} drawnWith={{ zoneGroups }} />
          {/* The same words once more: on a phone the times come first. The style sheet shows one of them. */}
          <Bio text={faces.bio} />
        </div>
      </Sheet>
    </Layout>
  );
}

function Bio({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className="bio prewrap" dir="auto">
      {text}
    </p>
  );
}
