import { clsx } from 'clsx';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { FieldInput } from '#admin/editor/field-input.tsx';
import type { ItemEditor } from '#admin/editor/use-item-editor.ts';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { visibilityPatch } from '#kit/is-public.ts';
import { PagePreview } from './page-preview.tsx';
import type { TextFactsProps } from './text-facts.tsx';
import { BESIDE, useWide } from './use-wide.ts';
import { WrittenContext } from './written-fields.ts';

const NoFacts: ComponentType<TextFactsProps> = () => null;
/** Where they cannot be fetched they are left out: what is being written is not reloaded for them. */
const TextFacts = lazy(async () => {
  const part = await import('./text-facts.tsx').catch(() => null);
  return { default: part?.TextFacts ?? NoFacts };
});

interface WritingPageProps {
  collection: Collection;
  item: AnyItem | null;
  editor: ItemEditor;
  /** The title's field, and those of the long texts. */
  written: readonly string[];
  /** The view beside the text, or in its place on a phone. */
  view: WritingView;
  onView: (view: WritingView) => void;
  /** The form's other fields. */
  children: ReactNode;
}

const VIEWS = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
  { value: 'details', label: 'Details' },
] as const;
export type WritingView = (typeof VIEWS)[number]['value'];

/** A text in one column, and beside it its page, its other fields and what can be said of it; on a phone one at a time. */
export function WritingPage(props: WritingPageProps) {
  const { collection, item, editor, written, view, onView, children } = props;
  const isWide = useWide(BESIDE);
  const hasRail = useWide('90rem');
  const { state, change, save } = editor;
  // A field that is wrong is not left out of sight.
  const [refusals, setRefusals] = useState(state.refusals);
  if (state.refusals !== refusals) {
    setRefusals(state.refusals);
    const wrong = Object.keys(state.errors);
    if (wrong.length > 0) onView(wrong.some((key) => written.includes(key)) ? 'write' : 'details');
  }
  const side = isWide && view === 'write' ? 'preview' : view;
  const facts = (
    <Suspense>
      <TextFacts values={state.values} written={written} onGo={() => !isWide && onView('write')} />
    </Suspense>
  );
  const saveDraft = () => {
    change(visibilityPatch(collection, false));
    void save({ stays: true });
  };
  const choice = (
    <ChoiceChips
      label="View"
      options={isWide ? VIEWS.slice(1) : VIEWS}
      chosen={side}
      onChoose={onView}
    />
  );

  return (
    <div
      data-writing=""
      className={clsx(
        'mx-auto grid gap-x-8 gap-y-4',
        isWide && 'max-w-[110rem] grid-cols-[minmax(0,38rem)_minmax(0,1fr)]',
        hasRail && 'grid-cols-[13rem_minmax(0,38rem)_minmax(0,1fr)]!',
      )}
    >
      {!isWide && choice}
      {hasRail && (
        <aside aria-label="About the text" className="sticky top-0 self-start">
          {facts}
        </aside>
      )}
      <div hidden={!isWide && view !== 'write'} className="grid min-w-0 gap-5 self-start">
        {written.map((key) => {
          const field = collection.fields[key];
          return (
            field && (
              <div key={key} data-text={key} className="min-w-0">
                <FieldInput
                  name={key}
                  field={field}
                  collection={collection.name}
                  value={state.values[key]}
                  error={state.errors[key]}
                  onChange={(value) => change({ [key]: value })}
                />
              </div>
            )
          );
        })}
      </div>
      <div
        hidden={!isWide && view === 'write'}
        className="flex min-w-0 flex-col gap-3 self-start lg:sticky lg:top-0 lg:h-[calc(100svh-11.5rem)]"
      >
        {isWide && choice}
        {side === 'preview' && (
          <PagePreview
            collection={collection}
            item={item}
            values={state.values}
            onSaveDraft={collection.visible && saveDraft}
          />
        )}
        <div hidden={side !== 'details'} className="grid min-h-0 gap-8 lg:overflow-y-auto lg:pr-2">
          {!hasRail && side === 'details' && facts}
          <WrittenContext value={written}>{children}</WrittenContext>
        </div>
      </div>
    </div>
  );
}
