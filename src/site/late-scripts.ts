import type { AnyRouter, Manifest } from '@tanstack/react-router';

type Routes = Manifest['routes'];

/** What the first script of a page has to fetch: the modules, and the one of them that starts the app. */
interface HeldScripts {
  entry: string;
  /** As one text, apart by spaces. */
  modules: string;
}

interface Full {
  routes: Routes;
  entry: string;
  /** What each page needs, by its route. */
  held: Map<string, HeldScripts>;
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
  fullOf.set(quiet, { routes: manifest.routes, entry, held: new Map() });
  return quiet;
};

/** Takes the scripts out of a page: they would share the line with what is needed to paint it. */
export const holdScripts = (router: AnyRouter) => {
  const manifest = router.ssr?.manifest;
  if (!manifest) return;
  router.ssr = { manifest: quietOf.get(manifest) ?? silence(manifest) };
};

const holdFor = ({ routes, entry }: Full, matches: readonly { routeId: string }[]) => {
  const links = matches.flatMap(({ routeId }) => routes[routeId]?.preloads ?? []);
  const modules = links.map((link) => (typeof link === 'string' ? link : link.href)).join(' ');
  return { entry, modules };
};

/** What was held back for the page that is being rendered. */
export const heldScripts = (router: AnyRouter): HeldScripts | undefined => {
  const manifest = router.ssr?.manifest;
  const full = manifest && fullOf.get(manifest);
  if (!full) return undefined;
  const { matches } = router.state;
  const page = matches.at(-1)?.routeId ?? '';
  const held = full.held.get(page) ?? holdFor(full, matches);
  full.held.set(page, held);
  return held;
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

/** The text of a function takes two bytes for each letter, and so would every page that holds it; parsed text does not. */
const narrow = (text: string): string => JSON.parse(JSON.stringify(text));

export const wakeScript = narrow(`(${wake.toString()})()`);
