import { clsx } from 'clsx';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { SelectBox } from '#ui/select.tsx';
import { FieldFrame } from './field-frame.tsx';

interface FormInputProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  /** More than one makes it a text area. */
  rows?: number;
  /** These make it a select. */
  options?: readonly { value: string; label: string }[];
}

/** An input that keeps its own text until its form is sent (`useFormSend`). */
export function FormInput(props: FormInputProps) {
  const { label, help, error, required = false, rows = 1, options, className, ...input } = props;
  const { name, defaultValue, maxLength } = input;
  return (
    <FieldFrame label={label} help={help} error={error} required={required}>
      {(ids) => {
        const shared = { ...ids, name, defaultValue };
        if (options) return <SelectBox {...shared} options={options} />;
        if (rows > 1)
          return <textarea {...shared} rows={rows} maxLength={maxLength} className="field" />;
        return <input {...input} {...ids} className={clsx('field', className)} />;
      }}
    </FieldFrame>
  );
}
