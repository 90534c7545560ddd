// Sends the browser's time zone with the sign-in, for a new person's working hours. Without it they are in UTC until changed.
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
if (timeZone) {
  for (const field of document.querySelectorAll('input[name="timezone"]')) field.value = timeZone;
  for (const link of document.querySelectorAll('a[data-zone]')) {
    const url = new URL(link.href);
    url.searchParams.set('timezone', timeZone);
    link.href = url.href;
  }
}
