// Screen readers announce changes only in a region that is already there: it is added empty, before the first text.
const region = addRegion();

/** Announces a text to screen readers when they finish the current one. */
export function announce(text: string): void {
  region.textContent = text;
}

function addRegion(): HTMLElement {
  const added = document.createElement('p');
  added.className = 'vh';
  added.setAttribute('role', 'status');
  document.getElementById('main')?.append(added);
  return added;
}
