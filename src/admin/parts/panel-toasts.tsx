import { clsx } from 'clsx';
import { Toaster } from '#ui/toast/toaster.tsx';

/** Over the head of the dialog, which is 61 px high, beside its Close; a notice is as low as its words let it be. */
const IN_DIALOG = [
  '[body:has([data-toast-room])_&_ol]:inset-x-0 max-sm:[body:has([data-toast-room])_&_ol]:top-0 [body:has([data-toast-room=whole])_&_ol]:top-0 [body:has([data-toast-room])_&_ol]:bottom-auto [body:has([data-toast-room])_&_ol]:mx-auto [body:has([data-toast-room])_&_ol]:p-1 max-sm:[body:has([data-toast-room])_&_ol]:pr-14 sm:[body:has([data-toast-room=sheet])_&_ol]:top-[3svh]',
  '[body:has([data-toast-room])_&_li]:flex [body:has([data-toast-room])_&_li]:flex-wrap [body:has([data-toast-room])_&_li]:items-center [body:has([data-toast-room])_&_li]:gap-x-2 [body:has([data-toast-room])_&_li]:min-h-[53px] [body:has([data-toast-room])_&_li]:py-0 [body:has([data-toast-room])_&_li_button]:my-0',
];

/** Below the menu, in its column; on a smaller screen above the tab, which moves down and is not held in its place. */
const ON_PAGE =
  'max-lg:[body:not(:has([data-toast-room]))_&_ol]:static [&_ol:empty]:p-0 [html:has(&_li)]:[overflow-anchor:none] lg:[&_ol]:right-auto lg:[&_ol]:left-[calc(max(0px,(100vw-var(--container-page))/2)+1rem)] lg:[body:not(:has([data-toast-room]))_&_ol]:max-w-68';

/** Notices of the panel: above every dialog, open to the pointer while one is. They cover neither the text that is edited nor its buttons. */
export function PanelToasts() {
  return (
    <div
      className={clsx('pointer-events-auto sticky top-0 z-70 wrap-anywhere', ON_PAGE, IN_DIALOG)}
    >
      {/* Not lazy: the part that reports failures has to be there before them. */}
      <Toaster />
    </div>
  );
}
