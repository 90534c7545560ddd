const PATHS = {
  clock: ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z', 'M12 7.5V12l3 2'],
  place: [
    'M12 21s7-6.1 7-11.2A7 7 0 0 0 5 9.8C5 14.9 12 21 12 21Z',
    'M12 7.4a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8Z',
  ],
  video: [
    'M4.5 6.5h9a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 3 16V8a1.5 1.5 0 0 1 1.5-1.5Z',
    'm15 11 6-3.5v9L15 13',
  ],
  phone: [
    'M6.5 3.5 9 3l2 4.5-2 1.6a11 11 0 0 0 5.9 5.9l1.6-2L21 15l-.5 2.5a3 3 0 0 1-3.3 2.4A16 16 0 0 1 4.1 6.8a3 3 0 0 1 2.4-3.3Z',
  ],
  globe: [
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
    'M3 12h18',
    'M12 3c2.5 2.4 3.8 5.4 3.8 9s-1.3 6.6-3.8 9c-2.5-2.4-3.8-5.4-3.8-9S9.5 5.4 12 3Z',
  ],
  check: ['m5 12.5 4.5 4.5L19 7.5'],
  info: ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z', 'M12 11v5', 'M12 7.8v.1'],
  warning: ['M12 4 2.8 19.5h18.4L12 4Z', 'M12 10v4.5', 'M12 17v.1'],
  cross: ['m7 7 10 10', 'M17 7 7 17'],
  left: ['m14.5 6-6 6 6 6'],
  right: ['m9.5 6 6 6-6 6'],
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative drawing; the words beside it carry the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {PATHS[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
