let isPressing = false;

// A tap sends its mouse press only after the finger is up, and only that press moves the focus.
const note = ({ type }: Event): void => {
  isPressing = type === 'pointerdown' || type === 'mousedown';
};
for (const type of ['pointerdown', 'mousedown', 'pointerup', 'pointercancel', 'mouseup'])
  addEventListener(type, note, true);

/** Acts once no button or finger is down: what moves under a press is missed by its click. */
export function afterPress(act: () => void): void {
  if (isPressing) addEventListener('mouseup', () => setTimeout(act), { once: true });
  else act();
}
