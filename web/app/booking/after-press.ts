let isPressing = false;

const note = ({ type }: Event): void => {
  isPressing = type === 'pointerdown';
};
for (const type of ['pointerdown', 'pointerup', 'pointercancel']) addEventListener(type, note, true);

/** Acts once no button or finger is down: what moves under a press is missed by its click. */
export function afterPress(act: () => void): void {
  if (isPressing) addEventListener('pointerup', () => setTimeout(act), { once: true });
  else act();
}
