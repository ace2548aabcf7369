// Part of the service worker: shows pushed notifications, and opens their screen on a tap.
self.addEventListener('push', (event) => {
  let notice;
  try {
    notice = event.data.json();
  } catch {
    return;
  }
  const { title, body, tag, path } = notice;
  event.waitUntil(
    self.registration.showNotification(String(title), {
      ...{ body, tag, icon: 'icons/icon-192.png', badge: 'icons/icon-192.png' },
      data: { path },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data ?? {};
  // Only an address of the app.
  const screen = typeof path === 'string' && /^\/pages\/[A-Za-z0-9_/]+$/.test(path) ? path : '/';
  event.waitUntil(openScreen(new URL(`./#${screen}`, self.registration.scope).href));
});

/** Shows an address in an open window of the app, or in a new one. */
async function openScreen(address) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const [first] = windows;
  if (!first) return self.clients.openWindow(address);
  const shown = await first.navigate(address);
  return (shown ?? first).focus();
}
