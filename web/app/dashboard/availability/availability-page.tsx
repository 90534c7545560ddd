import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { availabilityWords } from '../../../../texts/en/dashboard/availability.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { CalendarSection } from './calendar-section.tsx';
import { DatesSection } from './dates-section.tsx';
import { HoursSection } from './hours-section.tsx';
import { NewSchedule } from './new-schedule.tsx';
import { OfferedSection } from './offered-section.tsx';
import { TimeOffSection } from './time-off-section.tsx';
import type { Week } from './week.ts';
import { WhyNotSection } from './why-not-section.tsx';

const LARGEST_PAGE = 100;

/** /availability and /availability/{scheduleId}: when the person, or a colleague, can be booked. */
export function AvailabilityPage() {
  const words = useWords(availabilityWords);
  const { workspace } = useDashboard();
  if (workspace.role === 'billing_only')
    return (
      <>
        <PlaceHead title={words.title} />
        <p className="quiet">{words.billingOnly}</p>
      </>
    );
  return <Schedules />;
}

function Schedules() {
  const words = useWords(availabilityWords);
  const { call } = useApi();
  const { workspace, person } = useDashboard();
  const { scheduleId } = useParams({ strict: false });
  const list = useLoad(`schedules ${workspace.id}`, async () => {
    const mine = await call('listSchedules', { userId: person.id, limit: LARGEST_PAGE }, workspace.id);
    return mine.schedules;
  });
  const first = list.state.status === 'ready' ? list.state.data[0]?.id : undefined;
  const shown = scheduleId ?? first;
  const lines = list.state.status === 'ready' ? list.state.data : [];
  return (
    <>
      <PlaceHead title={words.title} action={<NewSchedule onCreated={list.reload} />} />
      {lines.length > 1 && (
        <Tabs label={words.schedules}>
          {lines.map(({ id, name }) => (
            <li key={id}>
              <Link
                to="/availability/$scheduleId"
                params={{ scheduleId: id }}
                aria-current={id === shown ? 'page' : undefined}
              >
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </Tabs>
      )}
      <LoadState {...list} what={availabilityWords.loading}>
        {() => shown !== undefined && <Shown key={shown} scheduleId={shown} />}
      </LoadState>
    </>
  );
}

function Shown({ scheduleId }: { readonly scheduleId: string }) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [drawn, setDrawn] = useState<Week | null>(null);
  const schedule = useLoad(`schedule ${scheduleId}`, () => call('getSchedule', { scheduleId }, workspace.id));
  return (
    <LoadState {...schedule} what={availabilityWords.loading}>
      {(data) => (
        <div className="cards">
          <HoursSection schedule={data} reload={schedule.reload} onDrawn={setDrawn} />
          <OfferedSection schedule={data} drawn={drawn} />
          <CalendarSection schedule={data} reload={schedule.reload} />
          <DatesSection schedule={data} reload={schedule.reload} />
          <TimeOffSection schedule={data} reload={schedule.reload} />
          <WhyNotSection schedule={data} />
        </div>
      )}
    </LoadState>
  );
}
