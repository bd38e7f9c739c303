import { clsx } from 'clsx';
import { type InputHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react';

const LABEL = 'mb-1 block text-xs font-medium text-soft';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  problem?: string;
}

/** The input is the buyer's own: the browser is asked not to remember it. */
export function TextField({ label, problem, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className={clsx('min-w-0', className)}>
      <label htmlFor={id} className={LABEL}>
        {label}
      </label>
      <input
        autoComplete="off"
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
    </div>
  );
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  value: string;
  maxLength: number;
}

/** It says how much of its room is taken. */
export function TextArea({ label, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={LABEL}>
        {label}
      </label>
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
    </div>
  );
}
