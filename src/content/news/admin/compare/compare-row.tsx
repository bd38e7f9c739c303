import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { differencesOf, Marks } from '#admin/diff/difference.tsx';
import { Button } from '#ui/button.tsx';
import { splitTags } from '../editor/article-check.ts';
import { type ComparedField, showText } from './compared-fields.ts';

interface CompareRowProps {
  field: ComparedField;
  value: unknown;
  onChange: (value: unknown) => void;
}

const LONG = 200;
/** Where these are empty, readers see the original. */
const REWRITTEN: readonly string[] = ['rewrittenTitle', 'rewrittenContent'];

/** One field, twice: as it was and as it reads now. */
export function CompareRow({ field, value, onChange }: CompareRowProps) {
  const { key, label, original } = field;
  const [isEditing, setIsEditing] = useState(false);
  const text = showText(value);
  const shown = useDeferredValue(text);
  // While nothing was rewritten readers see the original: nothing of it is removed.
  const parts = useMemo(() => differencesOf(original, shown || original), [original, shown]);
  return (
    <section className="mt-5 border-t border-rule pt-4" aria-label={label}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto text-h4 font-semibold">{label}</h3>
        <Button size="sm" aria-expanded={isEditing} onClick={() => setIsEditing(!isEditing)}>
          {isEditing ? 'Show differences' : 'Edit'}
        </Button>
      </div>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <Side title="Original" field={label}>
          {original ? <Marks parts={parts} leaveOut="added" /> : <Nothing />}
        </Side>
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
          <Side title="Rewritten" field={label} name={key}>
            {shown ? (
              <Marks parts={parts} leaveOut="removed" />
            ) : (
              <Nothing>{REWRITTEN.includes(key) ? 'The original is used.' : 'Empty'}</Nothing>
            )}
          </Side>
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
  children: ReactNode;
}

function Side({ title, field, name, children }: SideProps) {
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
        {children}
      </section>
    </div>
  );
}

function Nothing({ children = 'Empty' }: { children?: string }) {
  return <span className="text-faint">{children}</span>;
}
