import type { Schedule } from './schedule.ts';

/** A schedule, and how to read it again. */
export interface ScheduleProps {
  readonly schedule: Schedule;
  readonly reload: () => Promise<void>;
}
