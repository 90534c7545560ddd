// Screen readers announce changes only of a region that was already in the page: it is added empty, before the first text.
const region = addRegion();

/** Says something to screen readers, once they have finished what they read. */
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
