import { clsx } from 'clsx';
import { createContext, type MouseEvent, type ReactNode, useContext, useId } from 'react';
import { type Talk, TalkContext } from '#admin/talk/use-talk.ts';
import { counted } from '#platform/words.ts';

/** Whether the form is shown to be read, for fields that no `<fieldset disabled>` reaches. */
export const ReadOnlyContext = createContext(false);

interface Described {
  label: string;
  /** The field's name, where the label is not that of its definition; '' for none. */
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
  /** The value, where it is plain text: who may only read it can select in it. */
  text?: string | undefined;
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
  const { label, required, help, error, aside, className, group, text, onLabelClick } = props;
  const id = useId();
  const talk = useContext(TalkContext);
  const field = (talk && (props.field ?? talk.fieldNamed(label))) || undefined;
  const isReadOnly = useContext(ReadOnlyContext);
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
          <label id={`${id}-name`} htmlFor={id} onClick={onLabelClick} className={name}>
            {label}
          </label>
        )}
        <span className="flex items-baseline gap-4">
          {talk && field && <FieldMark talk={talk} field={field} label={label} />}
          {aside}
        </span>
      </span>
      {/* The inputs of a group have labels of their own, which may be those of other fields. */}
      <TalkContext value={group ? null : talk}>
        {isReadOnly && text !== undefined ? (
          // biome-ignore lint/a11y/useSemanticElements: no input of a disabled form lets its words be selected, and so quoted
          <div
            id={id}
            role="textbox"
            aria-readonly
            aria-labelledby={`${id}-name`}
            aria-describedby={notes || undefined}
            tabIndex={0}
            className="field bg-sunken whitespace-pre-wrap wrap-anywhere"
          >
            {text}
          </div>
        ) : (
          props.children({
            id,
            'aria-describedby': notes || undefined,
            'aria-invalid': error ? true : undefined,
          })
        )}
      </TalkContext>
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
