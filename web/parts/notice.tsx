import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type NoticeTone = 'info' | 'success' | 'warning' | 'error';

/** One message that the reader must see first, in the server's words. */
export interface NoticeText {
  readonly tone: NoticeTone;
  readonly title: string;
  readonly text?: string;
}

const ICONS: Readonly<Record<NoticeTone, IconName>> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
};

interface NoticeProps {
  readonly notice: NoticeText;
  readonly children?: ReactNode;
}

/** Errors are alerts: screen readers read them first when the page opens. */
export function Notice({ notice: { tone, title, text }, children }: NoticeProps) {
  return (
    <div className={`notice ${tone}`} role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}>
      <Icon name={ICONS[tone]} />
      <div>
        <h2>{title}</h2>
        {text !== undefined && <p>{text}</p>}
        {children}
      </div>
    </div>
  );
}
