// Shows a button beside each block of code that copies it. Pages read the same without it.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll('button.copy-code')) {
    const code = button.parentElement.querySelector('code').textContent;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const said = await navigator.clipboard.writeText(code).then(
        () => 'Copied',
        () => 'Not copied',
      );
      button.textContent = said;
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2_000);
    });
  }
}
