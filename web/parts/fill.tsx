import { createElement, Fragment, type ReactNode } from 'react';

interface FillProps {
  /** text with names in braces: "Six digits went to {email}." */
  readonly text: string;
  readonly parts: Readonly<Record<string, ReactNode>>;
}

/** A sentence with elements in it. Each language sets their order. */
export function Fill({ text, parts }: FillProps) {
  const pieces = text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : parts[piece]));
  return createElement(Fragment, null, ...pieces);
}
