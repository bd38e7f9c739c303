import type { ComponentProps, ReactNode } from 'react';
import type { Question } from '#admin/confirm/use-confirm.ts';
import { May } from '#admin/may.tsx';
import { type Failed, sayGiven } from '#admin/toast.ts';
import { useAction } from '#admin/use-action.ts';
import type { Role } from '#platform/roles.ts';
import { Button, ButtonLink } from '#ui/button.tsx';

interface RowButtonProps extends ComponentProps<typeof Button> {
  label: string;
  /** The row's name, so that the button says what it is for. */
  of?: string | undefined;
  /** The same in words of its own. */
  name?: string | undefined;
}

const nameOf = ({ label, of, name }: RowButtonProps) => name ?? (of && `${label}: ${of}`);

/** A small button of a row. */
export function RowButton({ label, of, name, ...button }: RowButtonProps) {
  return (
    <Button size="sm" aria-label={nameOf({ label, of, name })} {...button}>
      {button.children || label}
    </Button>
  );
}

interface Action {
  /** Asked before. */
  ask?: Question;
  work: () => Promise<unknown>;
  /** The words for it once it came about, where the work does not give them. */
  done?: string;
  failed?: Failed;
  /** On the button while it lasts. */
  busy?: string;
}

interface ActionButtonProps extends Action, RowButtonProps {
  /** The address of what is read again afterwards. */
  at: string;
}

/** A button that has the server do something, at a double click once, and tells what came of it. */
export function ActionButton(props: ActionButtonProps) {
  const { at, ask, work, done = sayGiven, failed, busy, ...button } = props;
  const { run, runIfSure, isBusy } = useAction(at);
  const act = () => (ask ? runIfSure(ask, work, done, failed) : run(work, done, failed));
  return (
    <RowButton {...button} aria-disabled={isBusy} onClick={() => void (isBusy || act())}>
      {isBusy && busy}
    </RowButton>
  );
}

/** Something that a row offers, to those who may: done on the server or in this browser, opened below it, or elsewhere. */
export type Offer = Pick<RowButtonProps, 'label' | 'name' | 'variant'> & {
  least?: Role;
} & (
    | Action
    | { onClick: () => void }
    | { opens: (close: () => void) => ReactNode }
    | { href: string }
  );

interface OfferButtonProps {
  offer: Offer;
  of: string | undefined;
  at: string;
  isOpen: boolean;
  onToggle: () => void;
}

export function OfferButton({ offer, of, at, isOpen, onToggle }: OfferButtonProps) {
  const { least = 'viewer', ...button } = { ...offer, of };
  const { label, name, variant } = button;
  return (
    <May least={least}>
      {'href' in button && (
        <ButtonLink size="sm" href={button.href} aria-label={nameOf(button)}>
          {label}
        </ButtonLink>
      )}
      {'work' in button && <ActionButton {...button} at={at} />}
      {'onClick' in button && <RowButton {...button} />}
      {'opens' in button && (
        <RowButton
          label={label}
          of={of}
          name={name}
          {...(variant && { variant })}
          aria-expanded={isOpen}
          onClick={onToggle}
        />
      )}
    </May>
  );
}
