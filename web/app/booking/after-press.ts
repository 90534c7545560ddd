let isPressing = false;

// After a touch the mouse press comes when the finger is up. Only that press moves the focus.
const note = ({ type }: Event): void => {
  isPressing = type === 'pointerdown' || type === 'mousedown';
};
for (const type of ['pointerdown', 'mousedown', 'pointerup', 'pointercancel', 'mouseup'])
  addEventListener(type, note, true);

/** Acts when no button or finger is down: a click misses what moves during its press. */
export function afterPress(act: () => void): void {
  if (isPressing) addEventListener('mouseup', () => setTimeout(act), { once: true });
  else act();
}
