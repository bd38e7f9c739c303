import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { getRouter } from './router.tsx';

/** Marks that style sheets and tests may rely on (spec: start-up behaviour). */
const startUp = () => {
  document.documentElement.style.scrollBehavior = matchMedia('(prefers-reduced-motion: reduce)')
    .matches
    ? ''
    : 'smooth';
  document.body.classList.add('loaded');
  if (matchMedia('(pointer: coarse)').matches || navigator.maxTouchPoints > 0) {
    document.body.classList.add('mobile');
  }
};

/** Lets the browser paint and answer between two pieces of work. */
const yieldToMain = () => new Promise((resolve) => setTimeout(resolve));

await yieldToMain();
const router = getRouter();
await yieldToMain();
// Start's own client also carries the code of server functions, which this site does not use.
startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />);
});
startUp();
