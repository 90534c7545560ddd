// Screen readers tell changes only of a region that they have met: it is there, empty, before anything is said.
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
