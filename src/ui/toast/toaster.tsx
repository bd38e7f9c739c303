import { clsx } from 'clsx';
import { Toast } from 'radix-ui';
import { X } from '#ui/icons.tsx';
import { buttonStyle } from '../button-style.ts';
import {
  dismissToast,
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_SWIPE_DIRECTION,
  TOAST_SWIPE_THRESHOLD_PX,
  type ToastItem,
  useToast,
} from './toast-store.ts';

function ToastView({ item }: { item: ToastItem }) {
  const destructive = item.variant === 'destructive';
  return (
    <Toast.Root
      open={item.open}
      onOpenChange={(open) => !open && dismissToast(item.id)}
      duration={item.duration ?? TOAST_DURATION_MS}
      className={clsx(
        'relative animate-rise border border-l-4 border-rule bg-raised py-4 pr-12 pl-5 shadow-float',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=end]:opacity-0',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        destructive ? 'border-l-danger' : 'border-l-accent',
      )}
    >
      {item.title && (
        <Toast.Title className={clsx('text-sm font-semibold', destructive && 'text-danger')}>
          {item.title}
        </Toast.Title>
      )}
      {item.description && (
        <Toast.Description className="mt-0.5 text-sm text-soft">
          {item.description}
        </Toast.Description>
      )}
      {item.action && (
        <Toast.Action
          altText={item.action.altText}
          onClick={item.action.onClick}
          className={clsx(buttonStyle('secondary', 'sm'), 'mt-3')}
        >
          {item.action.label}
        </Toast.Action>
      )}
      <Toast.Close
        aria-label="Close notification"
        className="absolute top-2 right-2 flex size-9 items-center justify-center text-faint hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  );
}

export function Toaster() {
  const shown = useToast();
  return (
    <Toast.Provider
      // A provider of its own for each toast: a paused one would pass its pause on to the next.
      key={shown?.id}
      duration={TOAST_DURATION_MS}
      swipeDirection={TOAST_SWIPE_DIRECTION}
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
    >
      {shown && <ToastView item={shown} />}
      <Toast.Viewport
        hotkey={TOAST_HOTKEY}
        className="fixed right-0 bottom-0 z-50 flex w-full list-none flex-col gap-2 p-4 md:max-w-[420px]"
      />
    </Toast.Provider>
  );
}
