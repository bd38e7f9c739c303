import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { OptionList, useOptions } from '#admin/parts/option-list.tsx';
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
  // One that a button opened is what is typed into next; the end of its text is where.
  const isOpened = useRef(onClose !== undefined);
  useEffect(() => {
    if (!isOpened.current || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);
  const [isShut, setIsShut] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const { offered, asked, mentioned } = useMentions(text, caret);
  const take = ({ name }: (typeof offered)[number]) => {
    const from = caret - (asked ?? '').length;
    const next = from + name.length + 1;
    setCaret(next);
    toFirst();
    flushSync(() => setText(`${text.slice(0, from)}${name} ${text.slice(caret)}`));
    // A text that is set by code leaves the caret at its end.
    area.current?.setSelectionRange(next, next);
  };
  const { field, list, toFirst } = useOptions(
    useId(),
    (isShut ? [] : offered).map((person) => ({
      key: person.id,
      label: person.name,
      choose: () => take(person),
    })),
  );
  const isOffering = list.options.length > 0;
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
    if (isOffering && event.key === 'Tab') list.options[list.active]?.choose();
    else if (isOffering && event.key === 'Escape') setIsShut(true);
    else return field.onKeyDown(event);
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
        aria-controls={isOffering ? list.id : undefined}
        aria-activedescendant={field['aria-activedescendant']}
        data-menu-open={isOffering ? '' : undefined}
        className="field text-sm!"
        onChange={({ target }) => {
          setText(target.value);
          setCaret(target.selectionStart);
          setIsShut(false);
          toFirst();
        }}
        onKeyDown={onKeyDown}
      />
      {isOffering && (
        <OptionList
          label="People"
          className="absolute z-10 w-full border border-rule bg-paper wrap-anywhere shadow-float"
          {...list}
        />
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
