import type { AnyRouter, Manifest } from '@tanstack/react-router';

type Routes = Manifest['routes'];

/** What the first script of a page has to fetch: the modules, and the one of them that starts the app. */
interface HeldScripts {
  entry: string;
  modules: string[];
}

interface Full {
  routes: Routes;
  entry: string;
}

/** The manifest is one object for as long as the server runs. */
const quietOf = new WeakMap<Manifest, Manifest>();
const fullOf = new WeakMap<Manifest, Full>();

const entryOf = (routes: Routes): string | undefined => {
  const [script, ...more] = Object.values(routes).flatMap(({ scripts }) => scripts ?? []);
  const src = script?.attrs?.src;
  return more.length === 0 && typeof src === 'string' ? src : undefined;
};

const silence = (manifest: Manifest): Manifest => {
  const entry = entryOf(manifest.routes);
  // While the site is developed its entry is no file, and comes as it is.
  if (entry === undefined) return manifest;
  const routes = Object.entries(manifest.routes).map(([id, { preloads, scripts, ...rest }]) => [
    id,
    rest,
  ]);
  const quiet: Manifest = { ...manifest, routes: Object.fromEntries(routes) };
  quietOf.set(manifest, quiet);
  fullOf.set(quiet, { routes: manifest.routes, entry });
  return quiet;
};

/** Takes the scripts out of a page: they would share the line with what is needed to paint it. */
export const holdScripts = (router: AnyRouter) => {
  const manifest = router.ssr?.manifest;
  if (!manifest) return;
  router.ssr = { manifest: quietOf.get(manifest) ?? silence(manifest) };
};

/** What was held back for the page that is being rendered. */
export const heldScripts = (router: AnyRouter): HeldScripts | undefined => {
  const manifest = router.ssr?.manifest;
  const full = manifest && fullOf.get(manifest);
  if (!full) return undefined;
  const { routes, entry } = full;
  const links = router.state.matches.flatMap(({ routeId }) => routes[routeId]?.preloads ?? []);
  return { entry, modules: links.map((link) => (typeof link === 'string' ? link : link.href)) };
};

/** Runs inline at the end of the page, as text: it may use nothing from outside. */
const wake = () => {
  const data = document.querySelector<HTMLElement>('script[data-entry]')?.dataset;
  if (!data) return;
  let isAwake = false;
  const start = () => {
    if (isAwake) return;
    isAwake = true;
    for (const href of (data.modules ?? '').split(' ').filter(Boolean)) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
    const script = document.createElement('script');
    script.type = 'module';
    script.async = true;
    script.src = data.entry ?? '';
    document.head.append(script);
  };
  // A paint that nobody reports, as in a tab that is not seen, must not keep the page from working.
  if (document.hidden) start();
  setTimeout(start, 1000);
  try {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  } catch {
    start();
  }
};

export const wakeScript = `(${wake.toString()})()`;
