import { clsx } from 'clsx';
import {
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { type IconComponent, X } from '#ui/icons.tsx';

interface MediaButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  Icon: IconComponent;
}

export function MediaButton({ label, Icon, className, ...rest }: MediaButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={clsx(
        'inline-flex size-11 items-center justify-center rounded-sm text-[#f1eadf] hover:bg-white/15 disabled:opacity-40 focus-visible:outline-[#f1eadf]',
        className,
      )}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

interface MediaDialogProps {
  title: string;
  tools?: ReactNode;
  children: ReactNode;
  onClose(): void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** The dark room of both viewers, open as long as it is mounted: Escape, a click outside and the button close it. */
export function MediaDialog({ title, tools, children, onClose, onKeyDown }: MediaDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // Closing gives the focus back before the dialog is gone.
  const close = () => dialog.current?.close();
  const closeOutside = ({ target }: MouseEvent) => {
    if (target instanceof HTMLElement && 'mediaStage' in target.dataset) close();
  };
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={closeOutside}
      onKeyDown={onKeyDown}
      className="fixed inset-0 h-dvh max-h-none w-screen max-w-none animate-fade flex-col bg-[#110f0d] outline-none open:flex"
    >
      <div className="flex min-h-14 items-center gap-1 px-3 text-[#f1eadf] sm:px-5">
        <h2 className="min-w-0 flex-1 truncate font-sans text-sm font-medium">{title}</h2>
        {tools}
        <MediaButton label="Close" Icon={X} onClick={close} />
      </div>
      <div
        data-media-stage
        className="relative flex min-h-0 flex-1 items-center justify-center p-3 sm:p-6"
      >
        {children}
      </div>
    </dialog>
  );
}
