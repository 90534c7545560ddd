import { type ReactNode, useEffect, useRef } from 'react';

interface HeadlineProps {
  /** of the browser's tab, if different */
  readonly title?: string;
  readonly children: string;
  readonly before?: ReactNode;
}

/** The heading of a step. It takes the focus: screen readers then read the new step. */
export function Headline({ title, children, before }: HeadlineProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title ?? children} · Holdfast`;
  }, [title, children]);
  useEffect(() => {
    ref.current?.focus();
  }, []);
  return (
    <>
      {before}
      <h1 ref={ref} tabIndex={-1}>
        {children}
      </h1>
    </>
  );
}
