import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { X } from '#ui/icons.tsx';

export const MEDIA_BUTTON =
  'inline-flex size-11 items-center justify-center rounded-sm text-[#f1eadf] hover:bg-white/15 disabled:opacity-40 focus-visible:outline-[#f1eadf]';

interface MediaDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  tools?: ReactNode;
  children: ReactNode;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** The dark room of both viewers: Escape, a click outside and the button close it. */
export function MediaDialog(props: MediaDialogProps) {
  const { open, onOpenChange, title, tools, children, onKeyDown } = props;
  const opener = useRef<Element | null>(null);
  // Without a trigger of its own the dialog would leave the focus on the body.
  const returnFocus = (event: Event) => {
    event.preventDefault();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const closeOnBackground = (event: { target: EventTarget; currentTarget: EventTarget }) => {
    if (event.target === event.currentTarget) onOpenChange(false);
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-[#110f0d]" />
        <Dialog.Content
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-50 flex flex-col outline-none"
        >
          <div className="flex min-h-14 items-center gap-1 px-3 text-[#f1eadf] sm:px-5">
            <Dialog.Title className="min-w-0 flex-1 truncate font-sans text-sm font-medium">
              {title}
            </Dialog.Title>
            {tools}
            <Dialog.Close aria-label="Close" className={MEDIA_BUTTON}>
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut beside Escape and the button */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape is its keyboard way */}
          <div
            data-media-stage
            onClick={closeOnBackground}
            className="relative flex min-h-0 flex-1 items-center justify-center p-3 sm:p-6"
          >
            {children}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
