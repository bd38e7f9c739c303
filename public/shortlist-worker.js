/*
 * Takes itself away. Browsers of earlier visitors hold a service worker of this address, which kept copies of the
 * shortlist page; they look here for a newer one at their next visit.
 */
self.addEventListener('install', () => self.skipWaiting());

const leave = async () => {
  await caches.delete('shortlist');
  await self.registration.unregister();
};

self.addEventListener('activate', (event) => event.waitUntil(leave()));
