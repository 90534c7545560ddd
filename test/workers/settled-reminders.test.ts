import { expect, it } from 'vitest';
import { createLog } from '../../infra/log.ts';
import { remindersTo } from '../../workers/settled-reminders.ts';

it('says in the log of production whose reminder it was, and what became of it', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const tell = remindersTo(createLog({ mode: 'production', logLevel: 'info' }, 'worker', destination));
  const told = { bookingId: 'b-1', reminderId: 'standard' } as const;
  tell({ ...told, reader: 'guest', outcome: 'over_cap' });
  tell({ ...told, reader: 'host', outcome: 'left' });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...told, reader: 'guest', outcome: 'over_cap', msg: 'a reminder is settled' },
    { ...told, reader: 'host', outcome: 'left' },
  ]);
});
