// The first visit shows times in the guest's own zone. Without this file they are in the host's, and the menu changes that.
const here = new URL(location.href);
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (timeZone && !here.searchParams.has('timezone')) {
  here.searchParams.set('timezone', timeZone);
  location.replace(here.href);
}
