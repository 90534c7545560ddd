import type { OutputOf } from '../../data/call.ts';
import type { useDone } from '../../parts/done.tsx';
import type { Membership } from './choice.ts';

/** What the branding section shows and changes. */
export interface BrandingProps {
  readonly workspace: Membership;
  readonly view: OutputOf<'getWorkspace'>;
  /** loads again what the page shows of the workspace */
  readonly reload: () => Promise<void>;
}

/** The same, for one of the section's two forms. */
export interface BrandingFormProps extends BrandingProps {
  /** the message about what this form did last */
  readonly status: ReturnType<typeof useDone>;
  /** clears the message of the other form */
  readonly onStart: () => void;
}
