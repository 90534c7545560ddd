import type { EventLine } from '../event-types/event-type.ts';

export type Assignment = NonNullable<EventLine['team']>['assignment'];

/** Who meets the guests of a team's event type. */
export const assignmentOptions = (words: {
  readonly roundRobin: string;
  readonly collective: string;
}): { readonly value: Assignment; readonly label: string }[] => [
  { value: 'round_robin', label: words.roundRobin },
  { value: 'collective', label: words.collective },
];
