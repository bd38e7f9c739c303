import { clsx } from 'clsx';
import { type InputHTMLAttributes, useId } from 'react';
import { FieldFrame, type InputProps } from './field-frame.tsx';
import { useValues, type ValuesOf } from './use-values.ts';

interface TextInputProps extends InputProps<string> {
  /** More than one makes it a text area. */
  rows?: number;
  /** Typing stops here, and a counter shows. */
  cap?: number;
  /** A counter without a stop: the server has the last word. */
  countTo?: number;
  type?: InputHTMLAttributes<HTMLInputElement>['type'];
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  list?: string;
  /** Where suggestions come from. */
  suggestsOf?: ValuesOf | undefined;
}

export function TextInput(props: TextInputProps) {
  const { label, value, onChange, rows = 1, cap, countTo, type = 'text', ...rest } = props;
  const { field, required, help, error, className, suggestsOf, ...attributes } = rest;
  const listId = useId();
  const existing = useValues(suggestsOf);
  const limit = cap ?? countTo;
  return (
    <FieldFrame
      label={label}
      required={required ?? false}
      help={help}
      error={error}
      {...(className ? { className } : {})}
      {...(field ? { field } : {})}
      text={value}
      aside={limit === undefined ? null : <Counter count={value.length} of={limit} />}
    >
      {(ids) => {
        const shared = { ...ids, value, maxLength: cap, placeholder: attributes.placeholder };
        if (rows > 1) {
          return (
            <textarea
              {...shared}
              rows={rows}
              className="field"
              onChange={(event) => onChange(event.target.value)}
            />
          );
        }
        return (
          <>
            <input
              autoComplete="off"
              {...(suggestsOf ? { list: listId } : {})}
              {...attributes}
              {...shared}
              type={type}
              className="field"
              onChange={(event) => onChange(event.target.value)}
            />
            {suggestsOf && (
              <datalist id={listId}>
                {existing.map((each) => (
                  <option key={each} value={each} />
                ))}
              </datalist>
            )}
          </>
        );
      }}
    </FieldFrame>
  );
}

/** '42/60', and red when it is too much. */
function Counter({ count, of }: { count: number; of: number }) {
  return (
    <span className={clsx('text-2xs tabular-nums', count > of ? 'text-danger' : 'text-faint')}>
      {count}/{of}
    </span>
  );
}
