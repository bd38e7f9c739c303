import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';

interface RowButtonProps extends ComponentProps<typeof Button> {
  label: string;
  /** The row's name, so that the button says what it is for. */
  of?: string;
  /** The same in words of its own. */
  name?: string;
}

/** A small button of a row. */
export function RowButton({ label, of, name = `${label}: ${of}`, ...button }: RowButtonProps) {
  return (
    <Button size="sm" aria-label={name} {...button}>
      {button.children ?? label}
    </Button>
  );
}

interface RowActionsProps {
  of: string;
  actions: readonly { label: string; run: () => void }[];
}

/** Several of them. */
export function RowActions({ of, actions }: RowActionsProps) {
  return actions.map(({ label, run }) => (
    <RowButton key={label} label={label} of={of} variant="quiet" onClick={run} />
  ));
}
