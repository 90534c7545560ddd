import { createElement, Fragment, type ReactNode } from 'react';

interface FillProps {
  /** words with places in braces: "Six digits went to {email}." */
  readonly text: string;
  readonly parts: Readonly<Record<string, ReactNode>>;
}

/** A sentence with something other than words in it. Each language puts the parts where it likes. */
export function Fill({ text, parts }: FillProps) {
  const pieces = text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : parts[piece]));
  return createElement(Fragment, null, ...pieces);
}
