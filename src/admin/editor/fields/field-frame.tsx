import { clsx } from 'clsx';
import { createContext, type MouseEvent, type ReactNode, useContext, useId } from 'react';
import { type Talk, TalkContext } from '#admin/talk/use-talk.ts';
import { counted } from '#platform/words.ts';

/** Whether the form is shown to be read, for fields that no `<fieldset disabled>` reaches. */
export const ReadOnlyContext = createContext(false);

interface Described {
  label: string;
  /** The name of the field that it is of, which comments are about. */
  field?: string | undefined;
  required?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
}

/** The usual properties of an input: its value, and the frame around it. */
export interface InputProps<Value, Changed = Value> extends Described {
  value: Value;
  onChange: (value: Changed) => void;
  placeholder?: string | undefined;
}

interface FieldFrameProps extends Described {
  /** At the right of the label, e.g. a counter. */
  aside?: ReactNode;
  /** The label is of a group of inputs, not of one. */
  group?: boolean;
  /** Where the label leads elsewhere than to the input. */
  onLabelClick?: (event: MouseEvent) => void;
  children: (ids: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ReactNode;
}

/** A label, its input, a hint and the server's word about it. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, required, help, error, aside, className, group, onLabelClick } = props;
  const id = useId();
  const talk = useContext(TalkContext);
  const field =
    props.field !== undefined && talk?.labels.has(props.field) ? props.field : undefined;
  const notes = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  // The mark is drawn, not written: the field's name stays its label.
  const name = clsx(
    'text-xs font-medium text-soft',
    required && "after:text-danger after:content-['_*']",
  );
  return (
    <div
      // No fieldset: it cannot be laid out in a grid.
      {...(group && { role: 'group', 'aria-labelledby': `${id}-label` })}
      data-problem={error ? '' : undefined}
      data-field={field}
      className={clsx('min-w-0', className)}
    >
      <span className="mb-1 flex items-baseline justify-between gap-3">
        {group ? (
          <span id={`${id}-label`} className={name}>
            {label}
          </span>
        ) : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: a label is no control; its click only moves the focus
          <label htmlFor={id} onClick={onLabelClick} className={name}>
            {label}
          </label>
        )}
        <span className="flex items-baseline gap-4">
          {talk && field && <FieldMark talk={talk} field={field} label={label} />}
          {aside}
        </span>
      </span>
      {props.children({
        id,
        'aria-describedby': notes || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {help && (
        <span id={`${id}-help`} className="mt-1 block text-xs text-faint">
          {help}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className="mt-1 block text-xs font-medium text-danger">
          {error}
        </span>
      )}
    </div>
  );
}

/** Beside a label: how many open threads its field has. A link, which a form that is only read does not switch off. */
function FieldMark({ talk, field, label }: { talk: Talk; field: string; label: string }) {
  const count = talk.open.filter(({ first }) => first.field === field).length;
  if (count === 0) return null;
  return (
    <a
      href="?comments=open"
      onClick={(event) => {
        event.preventDefault();
        talk.setIsOpen(true);
      }}
      className="text-link min-h-6 text-xs"
    >
      {counted(count, 'comment', 'comments')}
      <span className="sr-only"> on {label}</span>
    </a>
  );
}
