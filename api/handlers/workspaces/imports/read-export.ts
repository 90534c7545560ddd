import type { z } from 'zod';
import { fromCalcomEventType, fromCalcomSchedule } from '../../../../domain/event-types/imports/calcom.ts';
import { fromCalendlyEventType, fromCalendlySchedule } from '../../../../domain/event-types/imports/calendly.ts';
import type { Planned } from '../../../../domain/event-types/imports/plan.ts';
import {
  CalcomEventType,
  CalcomSchedule,
  CalendlyEventType,
  CalendlySchedule,
} from '../../../../schemas/shapes/imports.ts';

type Entry = Readonly<Record<string, unknown>>;

export interface ReadExport {
  /** Hours first: event types use them. */
  readonly planned: readonly Planned[];
  /** Entries that are neither event types nor hours. */
  readonly unknown: number;
}

/** An answer in a list of answers in a file: more levels are no export. */
const DEEPEST = 5;

const isEntry = (value: unknown): value is Entry =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** One shape of an entry: by which fields it is known, and how it is read. */
interface Shape {
  readonly kind: 'event_type' | 'schedule';
  readonly marks: readonly string[];
  readonly read: (entry: Entry, today: string) => Planned;
}

const shapeOf = <Schema extends z.ZodType>(
  kind: Shape['kind'],
  marks: readonly string[],
  schema: Schema,
  plan: (entry: z.output<Schema>, today: string) => Planned,
): Shape => ({
  kind,
  marks,
  read: (entry, today) => {
    const parsed = schema.safeParse(entry);
    if (parsed.success) return plan(parsed.data, today);
    const [issue] = parsed.error.issues;
    const name = [entry.title, entry.name].find((one) => typeof one === 'string') ?? '';
    return { kind, sourceId: null, name, why: `It cannot be read: ${issue?.path.join('.')}: ${issue?.message}.` };
  },
});

const SHAPES: readonly Shape[] = [
  shapeOf('event_type', ['lengthInMinutes', 'title'], CalcomEventType, fromCalcomEventType),
  shapeOf('schedule', ['availability', 'timeZone'], CalcomSchedule, fromCalcomSchedule),
  shapeOf('event_type', ['duration', 'scheduling_url'], CalendlyEventType, fromCalendlyEventType),
  shapeOf('event_type', ['duration', 'kind'], CalendlyEventType, fromCalendlyEventType),
  shapeOf('schedule', ['rules', 'timezone'], CalendlySchedule, fromCalendlySchedule),
];

/** What an export asks for. @param today YYYY-MM-DD: hours of dates before it are over */
export function readExport(value: unknown, today: string): ReadExport {
  const { planned, unknown } = readPart(value, { today, depth: 0, isListed: false });
  const of = (kind: Planned['kind']) => planned.filter((one) => one.kind === kind);
  return { planned: [...of('schedule'), ...of('event_type')], unknown };
}

interface Place {
  readonly today: string;
  readonly depth: number;
  /** An entry of a list: it is counted if nothing in it can be read. */
  readonly isListed: boolean;
}

const together = (parts: readonly ReadExport[]): ReadExport => ({
  planned: parts.flatMap(({ planned }) => planned),
  unknown: parts.reduce((sum, { unknown }) => sum + unknown, 0),
});

const isEmpty = ({ planned, unknown }: ReadExport): boolean => planned.length === 0 && unknown === 0;

function readPart(part: unknown, { today, depth, isListed }: Place): ReadExport {
  const inside = (parts: readonly unknown[], listed: boolean): ReadExport =>
    together(parts.map((one) => readPart(one, { today, depth: depth + 1, isListed: listed })));
  const unread: ReadExport = { planned: [], unknown: isListed ? 1 : 0 };
  if (depth > DEEPEST) return unread;
  if (Array.isArray(part)) return inside(part, true);
  if (!isEntry(part)) return unread;
  const shape = SHAPES.find(({ marks }) => marks.every((mark) => mark in part));
  if (shape) return { planned: [shape.read(part, today)], unknown: 0 };
  const inner = inside(Object.values(part), false);
  return isEmpty(inner) ? unread : inner;
}
