import type { OutputOf } from '../../data/call.ts';

export type Schedule = OutputOf<'getSchedule'>;
