import { briefAvailability } from './availability.ts';
import { briefMeetings } from './meetings.ts';

type Answer = Readonly<Record<string, unknown>>;

/** The tools whose whole answer is much more than a model needs. Each takes `detail: "full"` (schemas/shapes/detail.ts). */
const BRIEF = new Map<string, (answer: never, input: Answer) => Answer>([
  ['get_availability', briefAvailability],
  ['list_meetings', briefMeetings],
]);

/** The answer of a tool as MCP gives it: brief if the tool has such a form, unless the call asks for all. */
export function briefOf(tool: string, input: unknown, answer: Answer): Answer {
  const brief = BRIEF.get(tool);
  const asked = (input ?? {}) as Answer;
  return brief && asked.detail !== 'full' ? brief(answer as never, asked) : answer;
}
