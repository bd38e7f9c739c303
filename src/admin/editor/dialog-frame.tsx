import { clsx } from 'clsx';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { X } from '#ui/icons.tsx';

const FIRST_FIELD =
  'form :is(input:not([type="file"], [type="radio"]:not(:checked)), textarea, select):not([tabindex="-1"])';

const isOpenList = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('[data-menu-open]') !== null;

export interface FrameProps {
  title: string;
  onClose: () => void;
  /** Stays at the bottom while the rest scrolls. */
  footer?: ReactNode;
  /** Beside the title. */
  head?: ReactNode;
  /** A column of its own beside the rest, below it on a small screen. */
  side?: ReactNode;
  children: ReactNode;
  onKeyDown?: (event: KeyboardEvent) => void;
  size?: 'large' | 'medium';
  /** Takes the whole screen, for a long text. */
  isWhole?: boolean;
  /** In the head, beside Close. */
  tools?: ReactNode;
}

const WIDTHS = { large: 'sm:max-w-5xl', medium: 'sm:max-w-2xl' };
const SHEET =
  'sm:inset-auto sm:top-[3svh] sm:left-1/2 sm:max-h-[94svh] sm:w-[calc(100%-3rem)] sm:-translate-x-1/2 sm:border sm:border-rule sm:shadow-float';

/** A large dialog: the whole screen on a phone, a sheet of paper above. */
export function DialogFrame(props: FrameProps) {
  const { title, onClose, footer, head, side, children, onKeyDown } = props;
  const { size = 'large', isWhole, tools } = props;
  const opener = useRef<Element | null>(null);
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-[#110f0d]/60" />
        <Dialog.Content
          ref={content}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            const first = content.current?.querySelector<HTMLElement>(FIRST_FIELD);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          // The dialog hears Escape before the list that is open in it.
          onEscapeKeyDown={(event) => {
            if (isOpenList(event.target)) event.preventDefault();
          }}
          // A click beside a half-written text is an accident; the toast is not outside either.
          onInteractOutside={(event) => event.preventDefault()}
          className={clsx(
            'fixed inset-0 z-50 flex animate-fade flex-col bg-paper outline-none',
            !isWhole && [SHEET, WIDTHS[size]],
          )}
        >
          {/* Notices are shown over it, beside Close, and take no room from the text. */}
          <header
            data-toast-room={isWhole ? 'whole' : 'sheet'}
            className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-5 sm:pl-7"
          >
            <Dialog.Title className="min-w-0 flex-1 truncate text-h3 font-semibold">
              {title}
            </Dialog.Title>
            {head}
            {tools}
            <Dialog.Close
              aria-label="Close"
              className="inline-flex size-11 items-center justify-center text-soft hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </header>
          <div className="flex min-h-0 flex-1 max-lg:flex-col">
            <div className="min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-7">
              {children}
            </div>
            {side && (
              <div className="overflow-y-auto overscroll-contain border-line bg-raised px-5 py-3 max-lg:max-h-1/2 max-lg:border-t lg:w-80 lg:border-l">
                {side}
              </div>
            )}
          </div>
          {footer && (
            <footer className="border-t border-line bg-raised px-5 py-3 sm:px-7">{footer}</footer>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The same in its place in a list. */
export function InlineFrame(props: FrameProps) {
  const { title, head, side, footer, children, onKeyDown, onClose } = props;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form inside holds its fields alone, and not its notices
    <div
      ref={frame}
      role="form"
      aria-label={title}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        // A dialog over it hears its own, and reaches this one as a child.
        const { target } = event;
        const isHere = target instanceof Element && frame.current?.contains(target);
        if (event.key === 'Escape' && isHere && !isOpenList(target)) onClose();
      }}
      className="mt-3 grid gap-5 border border-rule bg-raised p-5"
    >
      <div className="flex items-center justify-between gap-4">
        <h3 className="text-h3 font-semibold">{title}</h3>
        {head}
      </div>
      <div>{children}</div>
      {footer}
      {side && <div className="border-t border-rule pt-5">{side}</div>}
    </div>
  );
}
