import type { AnswerTopic } from '../../schemas/shapes/enrichment-record.ts';
import { cleaned } from './pack-words.ts';

/**
 * What may be asked after an answer. `builds`: a follow-up that builds on it; `alone`: there are no others to ask about; `none`: nothing, the
 * answer is a no; `unclear`: the template's own question, as if it had not been answered.
 */
export type AnswerFit = 'alone' | 'builds' | 'none' | 'unclear';

const ALONE =
  /^(?:(?:it|that)(?:’|')?s |it is )?(?:(?:just|only|nur) )?(?:me|myself|i|ich)(?: alone| only| allein)?$|^(?:by myself|on my own|alone|solo|allein|i (?:do|decide|will|can)|(?:nobody|no one|niemand)(?: else| sonst)?|(?:just |only )?(?:1|one)(?: person| user)?)$/u;
const NO =
  /^(?:no|nope|none|nothing|never|nein|keine?|keins|nichts|0|zero|n\/a|no(?:ne|thing)? (?:yet|at all|so far|really|idea|preference|plans?|deadline|budget|hurry|rush|tools?|others?|one|limit)(?: yet| so far)?|not (?:really|yet|any|at all|applicable)|(?:noch|gar) (?:keine?|nicht|nichts)|kein(?:e|en)? \p{L}+)$/u;
const UNSURE =
  /^(?:yes|yeah|yep|ja|true|maybe|perhaps|not sure(?: yet)?|unsure|unknown|(?:i )?(?:don(?:’|')?t|do not) know(?: yet)?|tb[acd]|(?:it )?depends|open|various|several|many|a few|some|other|see (?:above|below)|weiß (?:ich )?(?:noch )?nicht|unklar|offen|vielleicht|mehrere|einige)$/u;
const NUMBER = /\p{N}|\b(?:hundreds?|thousands?|dozens?|million|hundert|tausend|dutzend)\b/u;
const TIME =
  /\p{N}|\b(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|apr(?:il)?|may|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|märz?|mai)\b|\b(?:today|tomorrow|days?|weeks?|months?|quarters?|years?|spring|summer|autumn|winter|christmas|tage?n?|wochen?|monate?n?|quartale?|jahre?n?|frühjahr|sommer|herbst)\b/u;

/** Whether questions may build on an answer to a question of this topic. By whole answers and numbers alone: it never reads what a text means. */
export function fitOf(topic: AnswerTopic, display: string): AnswerFit {
  const said = cleaned(display, 120)
    .toLowerCase()
    .replace(/[\s.!…,;:-]+$/u, '');
  if ((topic === 'users' || topic === 'decision') && ALONE.test(said)) return 'alone';
  if (topic === 'volume' && NUMBER.test(said)) return 'builds';
  if (NO.test(said)) return 'none';
  if (UNSURE.test(said) || !/\p{L}|\p{N}/u.test(said)) return 'unclear';
  if (topic === 'timeline') return TIME.test(said) ? 'builds' : 'unclear';
  return topic === 'volume' ? 'unclear' : 'builds';
}

/** Whether an answer says something on which a question can build, whatever it is about. */
export const saysSomething = (display: string): boolean => fitOf('goal', display) === 'builds';
