import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { useToast } from '#ui/toast/toast-store.ts';
import { Toaster } from '#ui/toast/toaster.tsx';

/** Right below the head of the dialog, which is 61 px high. */
const IN_DIALOG =
  '[body:has([data-toast-room])_&_ol]:inset-x-0 max-sm:[body:has([data-toast-room])_&_ol]:top-[61px] [body:has([data-toast-room=whole])_&_ol]:top-[61px] [body:has([data-toast-room])_&_ol]:bottom-auto [body:has([data-toast-room])_&_ol]:mx-auto sm:[body:has([data-toast-room=sheet])_&_ol]:top-[calc(3svh+62px)]';

/** Below the menu, in its column; on a smaller screen above the tab, which moves down and is not held in its place. */
const ON_PAGE =
  'max-lg:[body:not(:has([data-toast-room]))_&_ol]:static [&_ol:empty]:p-0 [html:has(&_li)]:[overflow-anchor:none] lg:[&_ol]:right-auto lg:[&_ol]:left-[calc(max(0px,(100vw-var(--container-page))/2)+1rem)] lg:[body:not(:has([data-toast-room]))_&_ol]:max-w-68';

/**
 * Notices of the panel: above every dialog, open to the pointer while one is. A dialog makes room for them below its
 * head (`--toast-room`). They cover neither the text that is edited nor its buttons, in a dialog or on the page.
 */
export function PanelToasts() {
  const frame = useRef<HTMLDivElement>(null);
  const isShown = useToast()?.open === true;
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
      className={clsx('pointer-events-auto sticky top-0 z-70 wrap-anywhere', ON_PAGE, IN_DIALOG)}
    >
      {/* Not lazy: the part that reports failures has to be there before them. */}
      <Toaster />
    </div>
  );
}
