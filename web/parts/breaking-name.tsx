import { Fragment } from 'react';

/** "America/Argentina/Buenos Aires": breaks after a slash before it breaks within a word. */
export function BreakingName({ name }: { name: string }) {
  return name.split('/').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places
    <Fragment key={index}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}
