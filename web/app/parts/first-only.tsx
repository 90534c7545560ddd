import { MOST_ROWS } from '../data/every-page.ts';
import { pageWords } from './page-words.ts';

const say = pageWords({ first: 'The first 5,000 are shown.' }, { first: 'Die ersten 5.000 sind zu sehen.' });

/** Below a list that may have no end. @param count of its rows */
export const FirstOnly = ({ count }: { readonly count: number }) =>
  count < MOST_ROWS ? null : <p className="small quiet">{say.first}</p>;
