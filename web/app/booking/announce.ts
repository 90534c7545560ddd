let region: HTMLElement | undefined;

/** Says something to screen readers, once they have finished what they read. */
export function announce(text: string): void {
  region ??= addRegion();
  region.textContent = text;
}

function addRegion(): HTMLElement {
  const added = document.createElement('p');
  added.className = 'vh';
  added.setAttribute('role', 'status');
  document.getElementById('main')?.append(added);
  return added;
}
