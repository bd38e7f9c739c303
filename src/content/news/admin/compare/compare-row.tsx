import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Check } from '#ui/icons.tsx';
import { splitTags } from '../editor/article-check.ts';
import { type ComparedField, showText } from './compared-fields.ts';

/** A stretch of text, and whether only this side has it. */
interface Stretch {
  text: string;
  isOwn: boolean;
}

interface Marked {
  original: Stretch[];
  rewritten: Stretch[];
}

/** Two long texts with nothing in common may take forever to compare word by word. */
const TIMEOUT_MS = 300;

const compare = (original: string, rewritten: string): Change[] | undefined =>
  diffWordsWithSpace(original, rewritten, { timeout: TIMEOUT_MS }) ??
  diffLines(original, rewritten, { timeout: TIMEOUT_MS });

const sideOf = (changes: readonly Change[], side: 'added' | 'removed'): Stretch[] => {
  const other = side === 'added' ? 'removed' : 'added';
  return changes
    .filter((change) => !change[other])
    .map((change) => ({ text: change.value, isOwn: change[side] === true }));
};

/** Each text in stretches, shared or its own; nothing is marked while there is no text to compare with. */
export const markDifferences = (original: string, rewritten: string): Marked => {
  const changes = rewritten === '' ? undefined : compare(original, rewritten);
  if (!changes) {
    return {
      original: [{ text: original, isOwn: false }],
      rewritten: [{ text: rewritten, isOwn: false }],
    };
  }
  return { original: sideOf(changes, 'removed'), rewritten: sideOf(changes, 'added') };
};

interface CompareRowProps {
  field: ComparedField;
  value: unknown;
  onChange: (value: unknown) => void;
  isAccepted: boolean;
  onAccept: () => void;
}

const LONG = 200;

/** One field, twice: as it was and as it reads now. */
export function CompareRow({ field, value, onChange, isAccepted, onAccept }: CompareRowProps) {
  const { key, label, original, rewritten, back } = field;
  const [isEditing, setIsEditing] = useState(false);
  const text = showText(value);
  const shown = useDeferredValue(text);
  const marked = useMemo(() => markDifferences(original, shown), [original, shown]);
  const isBack = text === showText(back);
  const hasRewrite = showText(rewritten) !== '';
  return (
    <section className="mt-5 border-t border-rule pt-4" aria-label={label}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto text-h4 font-semibold">{label}</h3>
        <Chip selected={isAccepted} onClick={onAccept}>
          {isAccepted && <Check aria-hidden className="size-3.5" />}
          {isAccepted ? 'Accepted' : 'Accept'}
        </Chip>
        <Button size="sm" aria-expanded={isEditing} onClick={() => setIsEditing(!isEditing)}>
          {isEditing ? 'Show differences' : 'Edit'}
        </Button>
        {isBack && hasRewrite ? (
          <Button size="sm" onClick={() => onChange(rewritten)}>
            Use rewritten
          </Button>
        ) : (
          <Button size="sm" disabled={isBack} onClick={() => onChange(back)}>
            Go back
          </Button>
        )}
      </div>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <Side title="Original" field={label} stretches={marked.original} tone="removed" />
        {isEditing ? (
          <div className="min-w-0" data-field={key}>
            <p className="mb-1 text-xs font-medium text-soft">Rewritten</p>
            <textarea
              aria-label={`Rewritten ${label.toLowerCase()}`}
              className="field"
              rows={original.length > LONG || text.length > LONG ? 16 : 2}
              value={text}
              onChange={({ target }) =>
                onChange(key === 'tags' ? splitTags(target.value) : target.value)
              }
            />
          </div>
        ) : (
          <Side
            title="Rewritten"
            field={label}
            name={key}
            stretches={marked.rewritten}
            tone="added"
            empty={back === '' ? 'The original is used.' : 'Empty'}
          />
        )}
      </div>
    </section>
  );
}

interface SideProps {
  title: string;
  field: string;
  /** Of the form's field, whose words can be commented on. */
  name?: string;
  stretches: readonly Stretch[];
  tone: 'added' | 'removed';
  empty?: string;
}

function Side({ title, field, name, stretches, tone, empty = 'Empty' }: SideProps) {
  const isEmpty = stretches.every(({ text }) => text === '');
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs font-medium text-soft">{title}</p>
      <section
        // A long text is scrolled by keyboard too.
        tabIndex={0}
        data-field={name}
        aria-label={`${title} ${field.toLowerCase()}`}
        className="max-h-96 overflow-y-auto border border-line bg-raised px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {isEmpty ? (
          <span className="text-faint">{empty}</span>
        ) : (
          stretches.map((stretch, index) => <Mark key={index} stretch={stretch} tone={tone} />)
        )}
      </section>
    </div>
  );
}

function Mark({ stretch, tone }: { stretch: Stretch; tone: SideProps['tone'] }) {
  if (!stretch.isOwn) return <span>{stretch.text}</span>;
  if (tone === 'added') {
    return <ins className="bg-accent-wash text-positive no-underline">{stretch.text}</ins>;
  }
  return <del className="text-danger decoration-1">{stretch.text}</del>;
}
