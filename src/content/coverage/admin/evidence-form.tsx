import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import { itemTexts } from '#admin/editor/editor-options.ts';
import { autosaveDelay, isBusy } from '#admin/editor/editor-state.ts';
import { ChoiceInput } from '#admin/editor/fields/choice-input.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { FormOf } from '#admin/editor/form-types.ts';
import { EditorConflict, EditorNotices, isSaveKey } from '#admin/editor/item-modal.tsx';
import { useFirstProblem } from '#admin/editor/use-first-problem.ts';
import { type ItemEditor, useItemEditor } from '#admin/editor/use-item-editor.ts';
import { useLeaveGuard } from '#admin/editor/use-leave-guard.ts';
import { dayOf } from '#admin/schedule/format-when.ts';
import { Present } from '#admin/talk/talk-panel.tsx';
import { LEVEL_WORDS } from '#content/shared/coverage/evidence-words.ts';
import { inputsOf, missingIn } from '#content/shared/definition-inputs.ts';
import type { AnyItem } from '#kit/collection.ts';
import { QUOTE_LENGTH, quoteLengthProblem } from '#modules/page-text/find-quote.ts';
import { PageQuote } from '#modules/quotes/admin/page-quote.tsx';
import { Button } from '#ui/button.tsx';
import { coverage, LEVELS, type Level, PUBLISHERS, READ_IN } from '../coverage.collection.ts';
import type { Pair } from './evidence-pairs.ts';
import { useCheckedBy } from './use-row-actions.ts';

const MAX_FINDING = 300;
type Evidence = typeof coverage;

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
  const input = inputsOf(coverage, editor);
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
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceInput
          {...input('level')}
          empty="Choose"
          options={LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] }))}
        />
        <ChoiceInput
          {...input('publisher')}
          options={PUBLISHERS.map((value) => ({ value, label: value }))}
        />
      </div>
      <TextInput
        {...input('finding')}
        rows={3}
        countTo={MAX_FINDING}
        help="What the page says, in our own words."
      />
      <TextInput {...input('url')} inputMode="url" />
      <div className="grid gap-4 lg:grid-cols-2">
        <TextInput
          {...input('quote')}
          rows={3}
          countTo={QUOTE_LENGTH.max}
          help="The words of the page that carry it, as they stand there."
        />
        <PageQuote
          url={String(values.url ?? '').trim()}
          quote={String(values.quote ?? '').trim()}
          onQuote={(quote) => change({ quote })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput {...input('pageDate')} placeholder="2026-11" />
        <TextInput
          {...input('checkedOn')}
          type="date"
          value={String(values.checkedOn ?? '').slice(0, 10)}
        />
        <TextInput {...input('checkedBy')} />
        <ChoiceInput
          {...input('readIn')}
          options={READ_IN.map((value) => ({ value, label: value }))}
        />
      </div>
      <TextInput {...input('note')} rows={2} countTo={1000} />
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
