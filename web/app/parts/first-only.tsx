import { firstOnlyWords as say } from '../../../texts/en/dashboard/parts.ts';
import { MOST_ROWS } from '../data/every-page.ts';

/** Below a list that may have no end. @param count of its rows */
export const FirstOnly = ({ count }: { readonly count: number }) =>
  count < MOST_ROWS ? null : <p className="small quiet">{say.first}</p>;
