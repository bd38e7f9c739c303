import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import { itemTexts } from '#admin/editor/editor-options.ts';
import { autosaveDelay, isBusy } from '#admin/editor/editor-state.ts';
import { FieldGrid } from '#admin/editor/field-grid.tsx';
import { FieldInput, type FieldInputProps } from '#admin/editor/field-input.tsx';
import type { FormOf } from '#admin/editor/form-types.ts';
import { formFieldsOf } from '#admin/editor/form-values.ts';
import { EditorConflict, EditorNotices, isSaveKey } from '#admin/editor/item-modal.tsx';
import { useFirstProblem } from '#admin/editor/use-first-problem.ts';
import { type ItemEditor, useItemEditor } from '#admin/editor/use-item-editor.ts';
import { useLeaveGuard } from '#admin/editor/use-leave-guard.ts';
import { dayOf } from '#admin/schedule/format-when.ts';
import { Present } from '#admin/talk/talk-panel.tsx';
import { LEVEL_WORDS } from '#content/shared/coverage/evidence-words.ts';
import { missingIn } from '#content/shared/definition-inputs.ts';
import type { AnyItem } from '#kit/collection.ts';
import { quoteLengthProblem } from '#modules/page-text/find-quote.ts';
import { Button } from '#ui/button.tsx';
import { coverage, type Level } from '../coverage.collection.ts';
import type { Pair } from './evidence-pairs.ts';
import { useCheckedBy } from './use-row-actions.ts';

const MAX_FINDING = 300;
type Evidence = typeof coverage;

/** All but the two that its line has chosen. */
const FIELDS = formFieldsOf(coverage).filter(([, { kind }]) => kind !== 'reference');
const INPUTS = {
  level: (props: FieldInputProps) => <FieldInput {...props} words={LEVEL_WORDS} />,
};

const checkQuote = (quote: string): Record<string, string> => {
  const problem = quote === '' ? null : quoteLengthProblem(quote);
  return problem === null ? {} : { quote: problem };
};

const checkEvidence = (values: FormOf<Evidence>): Record<string, string> => ({
  ...missingIn(coverage, values),
  ...checkQuote(String(values.quote ?? '')),
  ...(String(values.finding ?? '').length > MAX_FINDING
    ? { finding: `Finding can have at most ${MAX_FINDING} characters` }
    : {}),
});

interface EvidenceFormProps {
  pair: Pair;
  /** The level of a new row. */
  level: Level | null;
  onSaved: (item: AnyItem) => void;
  onClose: () => void;
}

/** The evidence of one line, in its place; it saves itself whenever it is complete. */
export function EvidenceForm(props: EvidenceFormProps) {
  const { pair, level, onSaved, onClose } = props;
  const { vendorId, featureId } = pair;
  const editor = useItemEditor({
    collection: coverage,
    item: pair.row,
    onClose,
    onSaved,
    start: {
      vendorId,
      featureId,
      level: level ?? '',
      publisher: 'vendor',
      checkedOn: dayOf(new Date()),
      checkedBy: useCheckedBy(),
      // An editor who types it in has the page before them.
      readIn: 'live',
    },
    // Saved again and again: the form says so itself, without a toast each time.
    texts: { ...itemTexts(coverage), notice: () => null },
    check: checkEvidence,
    ownsDraft: (draft) => draft.vendorId === vendorId && draft.featureId === featureId,
  });
  const { state, change, act } = editor;
  const { values, isDirty } = state;
  const isSaving = isBusy(state);
  const missing = Object.values(checkEvidence(values));
  const isComplete = missing.length === 0;
  useAutosave(editor, isComplete);
  const form = useFirstProblem(state.refusals);
  useEffect(() => form.current?.querySelector<HTMLElement>('select, textarea')?.focus(), [form]);
  const mayLeave = useLeaveGuard(isDirty, () => void act({ type: 'forget' }));
  const close = async () => {
    if (isDirty && isComplete) await act({ type: 'save' });
    else if (await mayLeave()) onClose();
  };
  const watchKeys = (event: KeyboardEvent) => {
    // The list around the form has keys of its own.
    event.stopPropagation();
    if (event.key === 'Escape') void close();
    if (!isSaveKey(event)) return;
    event.preventDefault();
    void act({ type: 'save', stays: true });
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={`Evidence for ${pair.name}`}
      className="mt-3 grid gap-4 border border-rule bg-raised p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void act({ type: 'save' });
      }}
      onKeyDown={watchKeys}
    >
      <EditorNotices collection={coverage} editor={editor} />
      <FieldGrid
        fields={FIELDS}
        inputs={INPUTS}
        values={values}
        errors={state.errors}
        onChange={change}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {pair.row && <Present type={coverage.name} id={pair.row.id} />}
        <p role="status" className="mr-auto text-xs text-faint">
          {statusOf({ isSaving, isDirty, isNew: state.isNew, missing })}
        </p>
        <Button onClick={() => void close()}>Close</Button>
        <Button type="submit" variant="primary" aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
      </div>
      <EditorConflict collection={coverage} editor={editor} />
    </form>
  );
}

/** Saves a form that is complete after a pause in typing, and tries again while the server is away. */
const useAutosave = ({ state, act }: ItemEditor<Evidence>, isComplete: boolean) => {
  const save = useEffectEvent(() => void act({ type: 'save', stays: true }));
  const delay = isComplete ? autosaveDelay(state) : null;
  const { values } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause anew
  useEffect(() => {
    if (delay === null) return;
    const timer = setTimeout(() => save(), delay);
    // The connection is back: there is nothing left to wait for.
    const saveNow = () => save();
    window.addEventListener('online', saveNow);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', saveNow);
    };
  }, [values, delay]);
};

interface FormStatus {
  isSaving: boolean;
  isDirty: boolean;
  isNew: boolean;
  missing: readonly string[];
}

const statusOf = ({ isSaving, isDirty, isNew, missing }: FormStatus): string => {
  if (isSaving) return 'Saving...';
  if (!isDirty) return isNew ? 'Saves by itself when complete.' : 'Saved.';
  return missing.length > 0 ? `Not saved yet: ${missing.join(', ')}` : 'Saves in a moment.';
};
