import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fresh, versionQuery } from '#admin/api/admin-queries.ts';
import { Difference, showValue } from '#admin/diff/difference.tsx';
import { waitingQuery } from '#admin/drafts/use-item-draft.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import type { Conflict } from '#admin/editor/editor-state.ts';
import { FieldInput } from '#admin/editor/field-input.tsx';
import type { FormValues } from '#admin/editor/form-types.ts';
import { formFieldsOf, toForm } from '#admin/editor/form-values.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { useMe } from '#admin/me.ts';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { useNames } from '#admin/people/people.tsx';
import type { Collection } from '#kit/collection.ts';
import { type Field, labelOf } from '#kit/fields.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type Choice, canMerge, type FieldConflict, findConflicts, mergeValue } from './merge.ts';

interface ConflictDialogProps {
  collection: Collection;
  conflict: Conflict;
  onResolve: (merged: FormValues) => void;
  onCancel: () => void;
}

const OPTIONS: readonly { value: Choice; label: string }[] = [
  { value: 'mine', label: 'Keep mine' },
  { value: 'theirs', label: 'Keep theirs' },
  { value: 'merge', label: 'Merge' },
];

/** The draft tells who saved it, and the version before the one that came in between who replaced it. */
const useWhoSaved = ({ name }: Collection, { current, of }: Conflict): string => {
  const nameOf = useNames();
  const me = useMe();
  const { id } = current;
  const { data: drafts } = useQuery(fresh(waitingQuery));
  const draft = drafts?.items.find((one) => one.collection === name && one.itemId === id);
  const path = `/api/revisions/${name}/{id}` as const;
  const { data: revisions } = useQuery(versionQuery(current.version, path, { id }));
  const email = of === 'draft' ? draft?.savedBy : revisions?.[0]?.userEmail;
  if (email === me?.email) return 'You, in another window,';
  return email ? nameOf(email) : 'Somebody else';
};

/** Another user saved first: both versions by field, and nothing is overwritten silently. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { collection, conflict, onResolve, onCancel } = props;
  const fields = Object.fromEntries(formFieldsOf(collection));
  const theirs = toForm(collection, conflict.current);
  const found = findConflicts(Object.keys(fields), conflict.base, conflict.mine, theirs);
  const who = useWhoSaved(collection, conflict);
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const [merged, setMerged] = useState<FormValues>({});

  const choiceOf = (one: FieldConflict) => choices[one.key] ?? one.suggested;
  const mergedOf = (one: FieldConflict, field: Field) =>
    one.key in merged ? merged[one.key] : mergeValue(field, one);

  const left = found.filter((one) => choiceOf(one) === null).length;

  const finish = () => {
    if (left > 0) return;
    const chosen = found.map((one) => {
      const field = fields[one.key];
      const choice = choiceOf(one);
      if (choice === 'merge' && field) return [one.key, mergedOf(one, field)];
      return [one.key, choice === 'mine' ? one.mine : one.theirs];
    });
    onResolve({ ...conflict.mine, ...Object.fromEntries(chosen) });
  };

  return (
    <DialogFrame
      title="Changed by somebody else"
      onClose={onCancel}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <p role="status" className="mr-auto self-center text-xs text-faint">
            {left > 0 && `Choose for ${counted(left, 'more field', 'more fields')}`}
          </p>
          <Button onClick={onCancel}>Back to my text</Button>
          <Button variant="primary" aria-disabled={left > 0} onClick={finish}>
            Save this version
          </Button>
        </div>
      }
    >
      <p className="text-sm text-soft">
        {who} saved {conflict.of === 'draft' ? 'this draft' : 'this item'} on{' '}
        {formatDateTime(conflict.current.updatedAt)}, after you opened it. Choose for each field
        which text stays; nothing has been overwritten.
      </p>
      {found.length === 0 && (
        <p className="mt-4 text-sm">Both versions read the same. Save to go on.</p>
      )}
      {found.map((one) => {
        const field = fields[one.key];
        if (!field) return null;
        const choice = choiceOf(one);
        return (
          <section key={one.key} className="mt-6 border-t border-rule pt-4">
            <h3 className="flex items-center gap-3 text-h4 font-semibold">
              {labelOf(one.key, field)}
              {one.isContested && <Badge tone="warn">Changed by both</Badge>}
            </h3>
            <p className="mt-2 mb-1 text-xs text-faint">
              From <del className="text-danger">theirs</del> to{' '}
              <ins className="text-positive">yours</ins>
            </p>
            <Difference before={showValue(field, one.theirs)} after={showValue(field, one.mine)} />
            <ChoiceChips
              label={`Which ${labelOf(one.key, field)}`}
              options={OPTIONS.filter(({ value }) => value !== 'merge' || canMerge(field))}
              chosen={choice ?? undefined}
              onChoose={(value) => setChoices({ ...choices, [one.key]: value })}
              className="mt-3"
            />
            {choice === 'merge' && (
              <div className="mt-3">
                <FieldInput
                  name={one.key}
                  field={{ ...field, label: `Merged ${labelOf(one.key, field)}` }}
                  value={mergedOf(one, field)}
                  onChange={(value) => setMerged({ ...merged, [one.key]: value })}
                />
              </div>
            )}
          </section>
        );
      })}
    </DialogFrame>
  );
}
