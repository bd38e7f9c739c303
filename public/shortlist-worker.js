/*
 * Keeps the shortlist page for when there is no connection, and nothing else: its scope is /shortlist.
 * The network comes first, always; a copy is used only when it does not answer, so that no release is ever hidden by an
 * older one. The copies are those of the last visit: each visit tells anew what the page is made of, and all else goes.
 */
const CACHE = 'shortlist';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** The page as everybody gets it, without an address's choices, and the files that it names. */
const keep = async ({ page, parts }) => {
  const response = await fetch(page, { credentials: 'omit' });
  if (!response.ok) return;
  const html = await response.clone().text();
  const named = html.match(/\/assets\/[\w.-]+/g) ?? [];
  const paths = [...new Set([...parts, ...named])];
  const cache = await caches.open(CACHE);
  const held = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // A hashed name never changes its bytes; the data does.
  await cache.addAll(paths.filter((path) => !(path.startsWith('/assets/') && held.has(path))));
  await cache.put(page, response);
  const isOld = (path) => path !== page && !paths.includes(path);
  await Promise.all([...held].filter(isOld).map((path) => cache.delete(path)));
};

self.addEventListener('message', (event) => event.waitUntil(keep(event.data)));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  const fromCopy = async (error) => {
    const copy = await caches.match(pathname, { cacheName: CACHE, ignoreVary: true });
    if (copy) return copy;
    throw error;
  };
  event.respondWith(fetch(request).catch(fromCopy));
});
