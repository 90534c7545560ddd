import { createContext, useContext } from 'react';

/** Addresses that every page of an origin shares. */
export interface Frame {
  readonly styleHref: string;
  readonly iconHref: string;
  /** Shows a guest's first page in the browser's zone. */
  readonly zoneScriptHref: string;
  /** Tells the sign-in page the browser's zone. */
  readonly signInZoneScriptHref: string;
}

const FrameContext = createContext<Frame>({
  styleHref: '/assets/holdfast.css',
  iconHref: '/assets/icon.svg',
  zoneScriptHref: '/assets/zone.js',
  signInZoneScriptHref: '/assets/sign-in-zone.js',
});

export const FrameProvider = FrameContext.Provider;

export const useFrame = (): Frame => useContext(FrameContext);
