/** A paint that nobody reports, as in a tab that is not seen, must not keep the page from working. */
const LATEST_MS = 1000;

const firstPaint = new Promise<void>((resolve) => {
  if (document.hidden) resolve();
  setTimeout(resolve, LATEST_MS);
  new PerformanceObserver((_entries, observer) => {
    observer.disconnect();
    resolve();
  }).observe({ type: 'paint', buffered: true });
});

// The page reads without script: text, style and fonts have the line to themselves until they are seen.
await firstPaint;
const modules = document.querySelector<HTMLElement>('script[data-modules]')?.dataset.modules ?? '';
for (const href of modules.split(' ').filter(Boolean)) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}
await import('./hydrate.tsx');

export {};
