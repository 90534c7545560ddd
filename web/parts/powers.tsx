import { useId } from 'react';
import { outcomeWords } from '../../texts/en/pages/access.ts';
import { Facts } from './facts.tsx';
import { useWords } from './locale.ts';

/** What somebody may do, one point each. */
export function Powers({ title, powers, limits }: { title: string; powers: readonly string[]; limits?: string }) {
  const id = useId();
  if (powers.length === 0) return null;
  return (
    <section aria-labelledby={id} className="field">
      <h2 id={id}>{title}</h2>
      <ul className="points">
        {powers.map((power) => (
          <li key={power}>{power.charAt(0).toUpperCase() + power.slice(1)}</li>
        ))}
      </ul>
      {limits !== undefined && <p className="hint">{limits}</p>}
    </section>
  );
}

/** What each answer leads to, before it is given. */
export function Outcomes({ outcomes }: { outcomes: readonly (readonly [label: string, text: string])[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="field">
      <h2 id={id}>{useWords(outcomeWords)}</h2>
      <Facts facts={outcomes.map(([label, value]) => ({ label, value }))} />
    </section>
  );
}
