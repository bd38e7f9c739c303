import { clsx } from 'clsx';
import { AlertDialog } from 'radix-ui';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { buttonStyle } from '#ui/button-style.ts';
import { ConfirmContext, type Question } from './use-confirm.ts';

const DANGER = 'border-danger! bg-danger! text-paper! hover:opacity-90';

/** One question at a time, above any open dialog. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const answer = useRef<(isYes: boolean) => void>(() => undefined);
  const opener = useRef<Element | null>(null);

  const confirm = useCallback((next: Question) => {
    answer.current(false);
    opener.current = document.activeElement;
    setQuestion(next);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);

  const close = (isYes: boolean) => {
    answer.current(isYes);
    answer.current = () => undefined;
    setQuestion(null);
  };

  return (
    <ConfirmContext value={confirm}>
      {children}
      <AlertDialog.Root open={question !== null} onOpenChange={(open) => !open && close(false)}>
        <AlertDialog.Portal>
          <AlertDialog.Overlay className="fixed inset-0 z-60 animate-fade bg-[#110f0d]/60" />
          <AlertDialog.Content
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (opener.current instanceof HTMLElement) opener.current.focus();
            }}
            className="fixed top-1/2 left-1/2 z-60 w-[calc(100%-2rem)] max-h-[calc(100svh-2rem)] max-w-md -translate-1/2 overflow-y-auto border border-rule bg-raised p-6 shadow-float"
          >
            <AlertDialog.Title className="text-h3 font-semibold">
              {question?.title}
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-sm text-soft">
              {question?.text}
            </AlertDialog.Description>
            {question?.details}
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              <AlertDialog.Cancel className={buttonStyle('secondary')}>
                {question?.cancel ?? 'Cancel'}
              </AlertDialog.Cancel>
              <AlertDialog.Action
                onClick={() => close(true)}
                className={clsx(buttonStyle('primary'), question?.tone === 'danger' && DANGER)}
              >
                {question?.action}
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </ConfirmContext>
  );
}
