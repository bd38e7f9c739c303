import { clsx } from 'clsx';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { readToasts, subscribeToasts, type ToastItem } from '#ui/toast/toast-store.ts';
import { Toaster } from '#ui/toast/toaster.tsx';

/** Right below the head of the dialog, which is 61 px high. */
const IN_DIALOG =
  '[body:has([data-toast-room])_&_ol]:inset-x-0 max-sm:[body:has([data-toast-room])_&_ol]:top-[61px] [body:has([data-toast-room=whole])_&_ol]:top-[61px] [body:has([data-toast-room])_&_ol]:bottom-auto [body:has([data-toast-room])_&_ol]:mx-auto sm:[body:has([data-toast-room=sheet])_&_ol]:top-[calc(3svh+62px)]';

const NONE: readonly ToastItem[] = [];

/**
 * Notices of the panel: above every dialog, open to the pointer while one is. A dialog makes room for them below its
 * head (`--toast-room`), so that they cover neither its text nor its buttons.
 */
export function PanelToasts() {
  const frame = useRef<HTMLDivElement>(null);
  const toasts = useSyncExternalStore(subscribeToasts, readToasts, () => NONE);
  const isShown = toasts.some(({ open }) => open);
  // Each notice has a list of its own, which grows when the notice has come.
  useEffect(() => {
    const list = frame.current?.querySelector('ol');
    if (!list) return;
    const observer = new ResizeObserver(() => {
      const height = isShown ? list.offsetHeight : 0;
      document.documentElement.style.setProperty('--toast-room', `${height}px`);
    });
    observer.observe(list);
    return () => observer.disconnect();
  });
  return (
    <div
      ref={frame}
      className={clsx(
        'pointer-events-auto relative z-70',
        'max-md:[&_ol]:top-0 max-md:[&_ol]:bottom-auto md:[&_ol]:right-auto md:[&_ol]:left-0',
        IN_DIALOG,
      )}
    >
      {/* Not lazy: the part that reports failures has to be there before them. */}
      <Toaster />
    </div>
  );
}
