import { clsx } from 'clsx';
import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { FieldFrame, type InputProps } from './field-frame.tsx';
import { useValues, type ValuesOf } from './use-values.ts';

interface TextInputProps extends InputProps<string> {
  /** More than one makes it a text area. */
  rows?: number;
  /** Typing stops here, and a counter shows. */
  cap?: number | undefined;
  /** A counter without a stop: the server has the last word. */
  countTo?: number | undefined;
  /** At the right of the label, in the counter's place. */
  aside?: ReactNode;
  type?: InputHTMLAttributes<HTMLInputElement>['type'];
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  list?: string;
  /** Where suggestions come from. */
  suggestsOf?: ValuesOf | undefined;
}

export function TextInput(props: TextInputProps) {
  const { value, onChange, rows = 1, cap, countTo, type = 'text', inputMode, ...rest } = props;
  const { list, placeholder, suggestsOf, ...frame } = rest;
  const listId = useId();
  const existing = useValues(suggestsOf);
  const limit = cap ?? countTo;
  return (
    <FieldFrame
      aside={limit === undefined ? null : <Counter count={value.length} of={limit} />}
      {...frame}
    >
      {(ids) => {
        const shared = {
          ...ids,
          value,
          placeholder,
          maxLength: cap,
          className: 'field',
          onChange: ({ target }: ChangeEvent<{ value: string }>) => onChange(target.value),
        };
        if (rows > 1) return <textarea {...shared} rows={rows} />;
        return (
          <>
            <input
              {...shared}
              autoComplete="off"
              list={suggestsOf ? listId : list}
              inputMode={inputMode}
              type={type}
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
