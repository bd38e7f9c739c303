import type { ChangeEvent, InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { Button } from '#ui/button.tsx';
import { Labelled } from '#ui/labelled.tsx';
import { MAX_NAME } from '../decision.ts';
import { fromFile, type Shared } from '../share.ts';
import type { DecisionProps } from '../use-decision.ts';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  problem?: string;
  onText?(text: string): void;
}

/** The input is the buyer's own: the browser is asked not to remember it. */
export function TextField({ label, problem, className, onText, ...rest }: TextFieldProps) {
  return (
    <Labelled label={label} className={className}>
      {(id) => (
        <>
          <input
            autoComplete="off"
            onChange={({ target }) => onText?.(target.value)}
            {...rest}
            id={id}
            className="field"
            {...(problem ? { 'aria-invalid': true, 'aria-describedby': `${id}-problem` } : {})}
          />
          {problem && (
            <p id={`${id}-problem`} role="alert" className="mt-1 text-xs text-danger">
              {problem}
            </p>
          )}
        </>
      )}
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

/** The scorer's name: it goes into shared scorecards and the memo only. */
export function NameField({ decision, change }: DecisionProps) {
  return (
    <TextField
      label="Your name, for the committee and the memo"
      maxLength={MAX_NAME}
      value={decision.scoredBy}
      className="mb-5 max-w-sm"
      onText={(scoredBy) => change({ scoredBy })}
      onBlur={({ target }) => change({ scoredBy: target.value.trim() })}
    />
  );
}

/** A file that was saved from this page; it is read here and never sent. */
export function OpenFile({ label, onOpened }: { label: string; onOpened(shared: Shared): void }) {
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    onOpened(await fromFile(file));
    target.value = '';
  };
  return (
    <label className="no-print block max-w-full min-w-0 text-sm">
      <span className="mb-1 block text-xs font-medium text-soft">{label}</span>
      <input type="file" accept="application/json,.json" onChange={read} className="max-w-full" />
    </label>
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
