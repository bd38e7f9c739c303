import { hrefTo } from '#client/href-to.ts';

const WORKER = '/shortlist-worker.js';

/** Has the worker keep this page for offline use; the visitor's entries stay in the browser's storage. */
export const keepOffline = async (loadAll: () => Promise<unknown>) => {
  // Only a secure page has it, and not in every browser.
  if (!('serviceWorker' in navigator)) return;
  const scope = hrefTo('/shortlist');
  try {
    await loadAll();
    const { active, waiting, installing } = await navigator.serviceWorker
      .register(WORKER, { scope })
      .then((registration) => settled(registration));
    const loaded = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && isPart(pathname))
      .map(({ pathname }) => pathname);
    (active ?? waiting ?? installing)?.postMessage({ page: scope, parts: [...new Set(loaded)] });
  } catch {
    // A browser that refuses, as some do in private windows, opens the page with a connection only.
  }
};

const isPart = (path: string) => path.startsWith('/assets/') || path === '/api/decision-data';

/** The registration once its worker runs. */
const settled = async (registration: ServiceWorkerRegistration) => {
  const worker = registration.installing ?? registration.waiting;
  if (!registration.active && worker)
    await new Promise((resolve) =>
      worker.addEventListener('statechange', () => registration.active && resolve(true)),
    );
  return registration;
};
