import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import type { FieldChange } from '#admin/history/changes.ts';
import type { Field } from '#kit/fields.ts';

/** Two long texts with nothing in common may take forever to compare word by word. */
const LIMIT = { timeout: 300 };
/** Enough of the text before it to see where one is. */
const LINES_ABOVE = 48;

const showFirst = (box: HTMLElement | null) => {
  const first = box?.querySelector<HTMLElement>('ins, del');
  if (box && first) box.scrollTop = first.offsetTop - box.offsetTop - LINES_ABOVE;
};

/** Word by word; by line where that takes too long, and all of it where that does. */
export const differencesOf = (before: string, after: string): Change[] =>
  diffWordsWithSpace(before, after, LIMIT) ??
  diffLines(before, after, LIMIT) ?? [
    { value: before, added: false, removed: true, count: 1 },
    { value: after, added: true, removed: false, count: 1 },
  ];

interface MarksProps {
  parts: readonly Change[];
  /** The other side's parts are left out, where the two stand beside each other. */
  leaveOut?: 'added' | 'removed';
}

const STYLES = {
  ins: 'bg-positive/10 text-positive decoration-1',
  del: 'text-danger decoration-1',
  span: undefined,
};

export function Marks({ parts, leaveOut }: MarksProps) {
  return parts.map((part, index) => {
    if (leaveOut && part[leaveOut]) return null;
    const Tag = part.added ? 'ins' : part.removed ? 'del' : 'span';
    return (
      <Tag key={`${index}`} className={STYLES[Tag]}>
        {part.value}
      </Tag>
    );
  });
}

/** Removed and added text. A long one opens at its first difference. */
export function Difference({ before, after }: { before: string; after: string }) {
  return (
    <p
      ref={showFirst}
      className="max-h-80 overflow-y-auto border border-line bg-raised px-3 py-2 text-sm whitespace-pre-wrap"
    >
      <Marks parts={differencesOf(before, after)} />
    </p>
  );
}

/** A field's value as text that a person can read and compare. */
export const showValue = (field: Field | undefined, value: unknown): string => {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field?.kind === 'date') return String(value).slice(0, 10);
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object'))
    return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
};

/** Every changed field, with removed and added text. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return changes.map(({ key, label, field, before, after }) => (
    <div key={key} className="mt-3">
      <h4 className="mb-1 font-sans text-xs font-medium text-soft">{label}</h4>
      <Difference before={showValue(field, before)} after={showValue(field, after)} />
    </div>
  ));
}
