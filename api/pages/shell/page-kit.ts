import type { Avatars, HostAddress } from '../../../store/bookable/avatars.ts';
import type { Guise } from '../../../store/workspaces/branding.ts';
import type { BatchedLookup } from '../../core/batched-lookup.ts';
import type { Dispatcher } from '../../core/call.ts';
import type { RateLimiter } from '../../core/limits.ts';
import type { Metrics } from '../../core/metrics.ts';
import type { Services } from '../../core/services.ts';
import type { AuthorizationServer } from '../../oauth/authorization-server.ts';
import type { PageRenderer } from './page-renderer.ts';
import type { SharedAssets } from './stylesheet.ts';
import type { WebBuild } from './web-build.ts';

/** What all pages of an origin share. */
export interface PageKit {
  readonly services: Services;
  readonly dispatch: Dispatcher['dispatch'];
  /** How long the operations and reads of one page may take together, in milliseconds. */
  readonly deadlineMs: number;
  /** Signs page tokens and seals states. */
  readonly pageKey: Buffer;
  readonly assets: SharedAssets;
  readonly build: WebBuild;
  readonly renderer: PageRenderer;
  /** By the workspace's slug. */
  readonly brands: BatchedLookup<string, Guise>;
  readonly faces: BatchedLookup<HostAddress, Avatars>;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  /** Whose requests a person decides on. */
  readonly oauth: AuthorizationServer;
  /** True for the public origin: its pages use the guest's language, show the workspace's brand and may be framed. */
  readonly isForGuests: boolean;
}
