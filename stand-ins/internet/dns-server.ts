import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet, type Question } from 'dns-packet';
import type { NameRecords, Zone } from './world.ts';

const RCODE = { ok: 0, servfail: 2, nxdomain: 3, refused: 5 } as const;

/** dns-packet takes record types as literals; each of ours is one of them. */
const record = (name: string, type: string, data: unknown): Answer => ({ name, type, data, ttl: 0 }) as Answer;

function answersOf(name: string, type: string, records: NameRecords, zone: Zone): Answer[] {
  const { CNAME: alias, MX: mail = [] } = records;
  if (alias !== undefined)
    return [record(name, 'CNAME', alias), ...answersOf(alias, type, zone.get(alias) ?? {}, zone)];
  if (type === 'MX') return mail.map(([preference, exchange]) => record(name, type, { preference, exchange }));
  if (type === 'A' || type === 'AAAA' || type === 'NS' || type === 'TXT')
    return (records[type] ?? []).map((data) => record(name, type, data));
  return [];
}

function reply(id: number, question: Question, records: NameRecords | undefined, zone: Zone): Buffer {
  const { fault } = records ?? {};
  const known = records ? RCODE.ok : RCODE.nxdomain;
  const rcode = fault === 'servfail' || fault === 'refused' ? RCODE[fault] : known;
  const answers = records && rcode === RCODE.ok ? answersOf(question.name, question.type, records, zone) : [];
  const flags = AUTHORITATIVE_ANSWER | rcode;
  return encode({ id, type: 'response', flags, questions: [question], answers } as Packet);
}

/** Answers a DNS question. Names that are in no zone do not exist. undefined: no answer at all. */
export function createAnswerer(zone: Zone, seen: (name: string) => void): (message: Buffer) => Buffer | undefined {
  const rebound = new Set<string>();
  /** The address changes after the first question for it. */
  const rebind = (name: string, records: NameRecords): NameRecords => {
    if (rebound.has(name)) return { A: ['127.0.0.1'] };
    rebound.add(name);
    return { ...(records.A && { A: records.A }) };
  };
  return (message) => {
    const { id = 0, questions: [question] = [] } = decode(message);
    if (!question) return undefined;
    const name = question.name.toLowerCase();
    seen(name);
    const records = zone.get(name);
    if (records?.fault === 'silent') return undefined;
    const isRebinding = records?.fault === 'rebind' && question.type === 'A';
    return reply(id, question, isRebinding ? rebind(name, records) : records, zone);
  };
}
