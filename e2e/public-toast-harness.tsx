import { createRoot } from 'react-dom/client';
import { toast } from '#ui/toast/toast-store.ts';
import { Toaster } from '#ui/toast/toaster.tsx';

/** The toaster alone, for a page that has no other. */
Object.assign(window, { toast });
createRoot(document.body.appendChild(document.createElement('div'))).render(<Toaster />);
