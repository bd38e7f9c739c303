import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { getRouter } from './router.tsx';
import { startUp } from './start-up.ts';

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
