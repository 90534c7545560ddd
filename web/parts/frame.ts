import { createContext, useContext } from 'react';

/** Addresses that every page of an origin shares. */
export interface Frame {
  readonly styleHref: string;
  readonly iconHref: string;
  readonly zoneScriptHref: string;
}

const FrameContext = createContext<Frame>({
  styleHref: '/assets/holdfast.css',
  iconHref: '/assets/icon.svg',
  zoneScriptHref: '/assets/zone.js',
});

export const FrameProvider = FrameContext.Provider;

export const useFrame = (): Frame => useContext(FrameContext);
