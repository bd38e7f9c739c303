import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { getRouter } from '#site/router.tsx';
import { startUp } from '#site/start-up.ts';

// Start's own client also carries the code of server functions, which this site does not use.
const router = getRouter();
startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />);
});
startUp();
