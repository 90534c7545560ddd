/** What a model pays: tokens of the lists of tools and of two usual answers, by o200k_base. Limits instead of floors. */
import { LIST_ROWS, listTokens, TOKEN_LIMITS, type TokenRow } from '../test/support/asserts/tokens.ts';
import { meetingsAnswer, weekAnswer } from '../test/support/drivers/token-answers.ts';
import { atMost, makeRow, type Row } from './row.ts';
import { benchPlan, type Stack } from './stack.ts';

const tokenRow = (name: TokenRow, value: number): Row =>
  makeRow(name, atMost(TOKEN_LIMITS[name]), { value, floor: null, unit: 'tokens' });

/** `tokens_catalog`, `tokens_default`, `tokens_public`. */
export async function tokenListRows(wanted: ReadonlySet<string>): Promise<Row[]> {
  const rows = LIST_ROWS.filter((name) => wanted.has(name));
  return Promise.all(rows.map(async (name) => tokenRow(name, await listTokens(name))));
}

/** `tokens_week` and `tokens_meetings`. */
export async function tokenAnswerRows({ sql, publicUrl }: Stack): Promise<Row[]> {
  const place = { sql, publicUrl, appUrl: `http://localhost:${benchPlan().ports.app}` };
  const [week, meetings] = [await weekAnswer(place, Date.now()), await meetingsAnswer(place, Date.now())];
  return [tokenRow('tokens_week', week.tokens), tokenRow('tokens_meetings', meetings.tokens)];
}
