import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { Button } from '#ui/button.tsx';
import { Labelled } from '#ui/labelled.tsx';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
}

/** The input is the buyer's own: the browser is asked not to remember it. */
export function TextField({ label, className, ...rest }: TextFieldProps) {
  return (
    <Labelled label={label} className={className}>
      {(id) => <input autoComplete="off" {...rest} id={id} className="field" />}
    </Labelled>
  );
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  value: string;
  maxLength: number;
}

/** It says how much of its room is taken. */
export function TextArea({ label, ...rest }: TextAreaProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <>
          <textarea
            autoComplete="off"
            rows={4}
            {...rest}
            id={id}
            className="field"
            aria-describedby={`${id}-count`}
          />
          <p id={`${id}-count`} className="mt-1 text-xs text-faint tabular-nums">
            {rest.value.length} of {rest.maxLength.toLocaleString('en')} characters
          </p>
        </>
      )}
    </Labelled>
  );
}

/** The words of its line are spoken too. */
export function RemoveButton({ what, onClick }: { what: string; onClick(): void }) {
  return (
    <Button size="sm" variant="quiet" className="no-print" onClick={onClick}>
      Remove<span className="sr-only"> {what}</span>
    </Button>
  );
}

interface PrintedTableProps {
  caption: string;
  heads: readonly string[];
  className: string;
  /** One or more bodies of rows. */
  children: ReactNode;
}

/** A table of the memo and the requirements, which are printed. */
export function PrintedTable({ caption, heads, className, children }: PrintedTableProps) {
  return (
    <table className={className}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}

/** Room to sign, on paper. */
export function Signatures({ who }: { who: readonly string[] }) {
  return (
    <ul className="mt-10 grid gap-8 sm:grid-cols-2" aria-label="Signatures">
      {who.map((one) => (
        <li key={one} className="border-t border-heavy pt-2 text-xs text-faint">
          {one}: name, date, signature
        </li>
      ))}
    </ul>
  );
}
