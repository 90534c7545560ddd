import type { ReactNode } from 'react';
import { loadStateWords as say } from '../../../texts/en/dashboard/parts.ts';
import { Notice } from '../../parts/notice.tsx';
import type { Loaded } from '../data/use-load.ts';
import { noticeOf } from './words.ts';

interface LoadStateProps<T> {
  readonly state: Loaded<T>;
  /** what is being loaded: "your keys" */
  readonly what: string;
  readonly reload: () => Promise<void>;
  readonly children: (data: T) => ReactNode;
}

/** The loading state, the failure, or the data. */
export function LoadState<T>({ state, what, reload, children }: LoadStateProps<T>) {
  if (state.status === 'ready') return children(state.data);
  if (state.status === 'loading') {
    return (
      <div className="loading" role="status">
        <span className="vh">{say.loading(what)}</span>
        <span className="bar" aria-hidden="true" />
        <span className="bar short" aria-hidden="true" />
      </div>
    );
  }
  return (
    <Notice notice={noticeOf(state.error)}>
      <p>
        <button type="button" className="link-button" onClick={() => void reload()}>
          {say.again}
        </button>
      </p>
    </Notice>
  );
}
