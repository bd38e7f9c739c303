import { StartClient } from '@tanstack/react-start/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { startUp } from '#site/start-up.ts';

startTransition(() => {
  hydrateRoot(document, <StartClient />);
});
startUp();
