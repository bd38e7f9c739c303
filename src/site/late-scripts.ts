import type { AnyRouter, Manifest } from '@tanstack/react-router';

const held = new WeakMap<Manifest, Manifest>();
const heldBack = new WeakMap<Manifest, Manifest>();

/** Takes the scripts of a page out of its head: they would share the line with what is needed to paint it. */
export const holdScripts = (router: AnyRouter) => {
  const manifest = router.ssr?.manifest;
  if (!manifest) return;
  const known = held.get(manifest);
  if (known) {
    router.ssr = { manifest: known };
    return;
  }
  const routes = Object.entries(manifest.routes).map(([id, { preloads, ...rest }]) => [id, rest]);
  const quiet: Manifest = { ...manifest, routes: Object.fromEntries(routes) };
  held.set(manifest, quiet);
  heldBack.set(quiet, manifest);
  router.ssr = { manifest: quiet };
};

/** What was held back for the page that is being rendered. */
export const heldScripts = (router: AnyRouter): string[] => {
  const manifest = router.ssr?.manifest;
  const full = manifest && heldBack.get(manifest);
  if (!full) return [];
  const links = router.state.matches.flatMap(({ routeId }) => full.routes[routeId]?.preloads ?? []);
  return links.map((link) => (typeof link === 'string' ? link : link.href));
};
