import { clsx } from 'clsx';
import { type InputHTMLAttributes, type ReactNode, useContext, useState } from 'react';
import { Eye, EyeOff } from '#admin/icons.ts';
import { FieldErrorsContext } from '#admin/use-form-send.ts';
import { SelectBox } from '#ui/select.tsx';
import { FieldFrame } from './field-frame.tsx';

export interface FormInputProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  help?: ReactNode;
  /** Where it is not that of the form around it. */
  error?: string | undefined;
  /** More than one makes it a text area. */
  rows?: number;
  /** These make it a select. */
  options?: readonly { value: string; label: string }[];
}

/** An input that keeps its own text until its form is sent (`useFormSend`), also from before the script ran. */
export function FormInput(props: FormInputProps) {
  const { label, help, required = false, rows = 1, options, className, ...rest } = props;
  const told = useContext(FieldErrorsContext)[props.name];
  const { error = told, ...input } = rest;
  const { name, defaultValue, maxLength } = input;
  return (
    <FieldFrame label={label} help={help} error={error} required={required}>
      {(ids) => {
        const shared = { ...ids, name, defaultValue };
        if (options) return <SelectBox {...shared} options={options} />;
        if (rows > 1)
          return <textarea {...shared} rows={rows} maxLength={maxLength} className="field" />;
        if (input.type === 'password') return <PasswordBox {...input} {...ids} />;
        return <input {...input} {...ids} className={clsx('field', className)} />;
      }}
    </FieldFrame>
  );
}

/** Several of them, as data. */
export function FormInputs({ fields }: { fields: readonly FormInputProps[] }) {
  return fields.map((field) => <FormInput key={field.name} {...field} />);
}

/** A password, with a button that shows it. */
function PasswordBox(input: InputHTMLAttributes<HTMLInputElement>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <input {...input} type={isShown ? 'text' : 'password'} className="field pr-12" />
      <button
        type="button"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center text-soft hover:text-ink"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </span>
  );
}

interface FormBoxesProps {
  name: string;
  label: string;
  options: readonly { value: string; label: ReactNode }[];
  ticked?: readonly string[] | undefined;
  className?: string;
}

/** Boxes of one name, of which several may be ticked. */
export function FormBoxes({ name, label, options, ticked = [], className }: FormBoxesProps) {
  const error = useContext(FieldErrorsContext)[name];
  return (
    <FieldFrame label={label} group error={error} {...(className && { className })}>
      {({ 'aria-describedby': notes }) => (
        <span aria-describedby={notes} className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
          {options.map((option) => (
            <label key={option.value} className="flex min-h-6 items-center gap-2">
              <input
                type="checkbox"
                name={name}
                value={option.value}
                defaultChecked={ticked.includes(option.value)}
                className="accent-accent-fill"
              />
              <span>{option.label}</span>
            </label>
          ))}
        </span>
      )}
    </FieldFrame>
  );
}
