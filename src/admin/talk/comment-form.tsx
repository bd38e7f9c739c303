import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { nameAmong, usePeople } from '#admin/people/people.tsx';
import { Button } from '#ui/button.tsx';

interface CommentFormProps {
  label: string;
  action: string;
  start?: string;
  /** Under which name this tab keeps what is typed until it is sent. */
  keepAs: string;
  /** Resolves to whether it was stored. */
  onSend: (comment: { text: string; mentions: number[] }) => Promise<boolean>;
  /** Of a form that goes when its comment is stored or given up. */
  onClose?: () => void;
}

const MAX = 4000;
const OFFERED = 6;

/** The words that are typed after the last @ before the caret. */
const askedFor = (text: string, caret: number): string | null =>
  /(?:^|\s)@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)$/u.exec(text.slice(0, caret))?.[1] ?? null;

/** By name or address; whose name stands there already is not offered again. */
export const isOffered =
  (asked: string) =>
  ({ name, email }: { name: string; email: string }): boolean =>
    name.toLowerCase() !== asked && [name, email].some((one) => one.toLowerCase().includes(asked));

/** People by what is typed after an @; those who stand in the text when it is sent are told. */
const useMentions = (text: string, caret: number) => {
  const everybody = usePeople();
  const people = everybody.map((person) => ({ ...person, name: nameAmong(everybody, person) }));
  const asked = askedFor(text, caret)?.toLowerCase() ?? null;
  const offered = asked === null ? [] : people.filter(isOffered(asked)).slice(0, OFFERED);
  // Of two names that begin alike the longer one is meant.
  const mentioned = () => {
    let left = text;
    const byLength = people.toSorted((a, b) => b.name.length - a.name.length);
    return byLength.flatMap(({ id, name }) => {
      const without = left.replaceAll(`@${name}`, '');
      const isNamed = without !== left;
      left = without;
      return isNamed ? [id] : [];
    });
  };
  return { offered, asked, mentioned };
};

/** A text area for a comment or a reply: @ offers people, Ctrl-Enter sends. */
export function CommentForm(props: CommentFormProps) {
  const { label, action, start = '', keepAs, onSend, onClose } = props;
  const id = useId();
  const [text, setText] = useState(() => sessionStorage.getItem(keepAs) ?? start);
  useEffect(() => {
    if (text === start) sessionStorage.removeItem(keepAs);
    else sessionStorage.setItem(keepAs, text);
  }, [text, start, keepAs]);
  const forget = () => {
    sessionStorage.removeItem(keepAs);
    onClose?.();
  };
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [isShut, setIsShut] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const { offered, asked, mentioned } = useMentions(text, caret);
  const isOffering = !isShut && offered.length > 0;
  const current = Math.min(chosen, offered.length - 1);

  const take = ({ name }: (typeof offered)[number]) => {
    const from = caret - (asked ?? '').length;
    const next = from + name.length + 1;
    setCaret(next);
    setChosen(0);
    flushSync(() => setText(`${text.slice(0, from)}${name} ${text.slice(caret)}`));
    // A text that is set by code leaves the caret at its end.
    area.current?.setSelectionRange(next, next);
  };
  const send = async () => {
    if (text.trim() === '' || isSending) return;
    setIsSending(true);
    const isDone = await onSend({ text, mentions: mentioned() });
    setIsSending(false);
    if (!isDone) return;
    setText(start);
    forget();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
      return;
    }
    if (!isOffering) return;
    const person = offered[current];
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) setChosen((current + step + offered.length) % offered.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && person) take(person);
    else if (event.key === 'Escape') setIsShut(true);
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-soft">
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        rows={3}
        maxLength={MAX}
        value={text}
        aria-autocomplete="list"
        aria-controls={isOffering ? `${id}-list` : undefined}
        aria-activedescendant={isOffering ? `${id}-${current}` : undefined}
        data-menu-open={isOffering ? '' : undefined}
        className="field text-sm!"
        onChange={({ target }) => {
          setText(target.value);
          setCaret(target.selectionStart);
          setIsShut(false);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      {isOffering && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="People"
          className="absolute z-10 w-full border border-rule bg-paper shadow-float"
        >
          {offered.map((person, index) => (
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              onPointerDown={(event) => {
                event.preventDefault();
                take(person);
              }}
              className={clsx(
                'cursor-pointer px-3 py-2 text-sm wrap-anywhere',
                index === current && 'bg-sunken',
              )}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      <div className="mt-2 flex gap-2">
        <Button
          size="sm"
          variant="primary"
          disabled={text.trim() === ''}
          onClick={() => void send()}
        >
          {action}
        </Button>
        {onClose && (
          <Button size="sm" onClick={forget}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}
