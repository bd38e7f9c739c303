import { type FormEvent, useState } from 'react';
import { counted } from '#platform/words.ts';
import { DEFAULT_WEIGHT, SCALE } from '#site/shortlist/shortlist-store.ts';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { type Criterion, keyOf, MAX_CRITERIA, MAX_WORDS, onceEach } from '../decision.ts';
import type { DecisionData } from '../model.ts';
import type { Weight } from '../score.ts';
import type { DecisionProps } from '../use-decision.ts';
import { RemoveButton, TextField } from './parts.tsx';

const WEIGHTS = [
  { value: 'must', label: 'Must have' },
  { value: '5', label: '5, decisive' },
  { value: '3', label: '3, important' },
  { value: '1', label: '1, welcome' },
];
const asWeight = (value: string): Weight => SCALE.find((one) => String(one) === value) ?? 'must';

export function CriteriaEditor({ data, model, decision, change }: DecisionProps) {
  const { criteria } = decision;
  const room = MAX_CRITERIA - criteria.length;
  const isFull = room <= 0;
  const chosen = new Set(criteria.map(keyOf));
  const add = (more: readonly Criterion[]) =>
    change({ criteria: onceEach([...criteria, ...more]).slice(0, MAX_CRITERIA) });
  const addWords = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('words')).trim();
    if (words) add([{ words, weight: DEFAULT_WEIGHT, answers: {} }]);
    event.currentTarget.reset();
  };
  const weigh = (key: string, weight: Weight) =>
    change({ criteria: criteria.map((one) => (keyOf(one) === key ? { ...one, weight } : one)) });
  const remove = (key: string) =>
    change({ criteria: criteria.filter((one) => keyOf(one) !== key) });
  return (
    <section className="no-print">
      <SectionHeading
        title="Criteria"
        text={`${criteria.length} of at most ${MAX_CRITERIA}. A must-have opens or closes the gate and has no weight; the others weigh 5, 3 or 1.`}
      />
      <FeatureTicks
        data={data}
        chosen={chosen}
        room={room}
        onAdd={(features) => add(features.map((feature) => ({ feature, weight: DEFAULT_WEIGHT })))}
      />
      <form onSubmit={addWords} className="mt-5 flex items-end gap-3 lg:max-w-1/2 lg:pr-5">
        <TextField
          label="Or in your own words"
          name="words"
          className="flex-1"
          maxLength={MAX_WORDS}
          disabled={isFull}
        />
        <Button type="submit" disabled={isFull}>
          Add<span className="sr-only"> your own criterion</span>
        </Button>
      </form>
      <p aria-live="polite" className={isFull ? 'mt-4 max-w-measure' : undefined}>
        {isFull && `The scorecard is full (${MAX_CRITERIA}): remove a criterion to add another.`}
      </p>
      {model.rows.length > 0 && (
        <ul className="mt-6 border-t border-line" aria-label="Criteria">
          {model.rows.map(({ criterion, name, category }) => (
            <li
              key={keyOf(criterion)}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line py-2 sm:grid-cols-[minmax(0,1fr)_11rem_auto]"
            >
              <span className="max-sm:col-span-2">
                {name} <span className="text-xs text-faint">{category}</span>
              </span>
              <Select
                label={`Weight of ${name}`}
                hideLabel
                value={String(criterion.weight)}
                options={WEIGHTS}
                onChange={({ target }) => weigh(keyOf(criterion), asWeight(target.value))}
              />
              <RemoveButton what={name} onClick={() => remove(keyOf(criterion))} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface FeatureTicksProps {
  data: DecisionData;
  chosen: ReadonlySet<string>;
  /** How many more it holds. */
  room: number;
  onAdd(features: readonly string[]): void;
}

const setsOf = ({ sets, features }: DecisionData) => [
  ...sets.map(({ kind, title, features: slugs }) => ({ label: `${kind}: ${title}`, slugs })),
  ...[...Map.groupBy(features, ({ category }) => category)].map(([category, members]) => ({
    label: `Category: ${category}`,
    slugs: members.map(({ slug }) => slug),
  })),
];

/** Several features at once: those of a guide, a use case or a category, or one tick each. */
function FeatureTicks({ data, chosen, room, onAdd }: FeatureTicksProps) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [find, setFind] = useState('');
  const sets = setsOf(data);
  const open = data.features.filter(({ slug }) => !chosen.has(slug));
  const shown = open.filter(({ name }) => name.toLowerCase().includes(find.trim().toLowerCase()));
  const take = (slugs: readonly string[]) => setTicked(slugs.filter((slug) => !chosen.has(slug)));
  const toggle = (slug: string) =>
    setTicked(ticked.includes(slug) ? ticked.filter((one) => one !== slug) : [...ticked, slug]);
  const add = (event: FormEvent) => {
    event.preventDefault();
    onAdd(ticked);
    setTicked([]);
  };
  const isTooMany = ticked.length > room;
  return (
    <form onSubmit={add} className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Take them from a guide, a use case or a category"
          className="flex-1 basis-72"
          disabled={room <= 0}
          value=""
          onChange={({ target }) => take(sets[Number(target.value)]?.slugs ?? [])}
          options={[
            { value: '', label: 'Select where to begin' },
            ...sets.map(({ label }, index) => ({ value: String(index), label })),
          ]}
        />
        <Button
          type="submit"
          variant={ticked.length > 0 ? 'primary' : 'secondary'}
          disabled={ticked.length === 0 || isTooMany}
        >
          Add {counted(ticked.length, 'criterion', 'criteria')}
        </Button>
      </div>
      <p aria-live="polite" className="text-sm text-danger empty:hidden">
        {isTooMany && `There is room for ${room} more: untick ${ticked.length - room}.`}
      </p>
      <details className="border-y border-line" open={ticked.length > 0 || undefined}>
        <summary className="min-h-11 py-2.5 text-sm font-medium hover:text-accent">
          Tick features{ticked.length > 0 && ` (${ticked.length} ticked)`}
        </summary>
        <SearchField
          label="Find a feature"
          placeholder="Find a feature"
          className="mb-3 max-w-sm"
          value={find}
          onChange={({ target }) => setFind(target.value)}
        />
        <div className="gap-8 pb-4 sm:columns-2 lg:columns-3">
          {[...Map.groupBy(shown, ({ category }) => category)].map(([category, members]) => (
            <fieldset key={category} className="mb-5 break-inside-avoid">
              <legend className="text-sm font-semibold">{category}</legend>
              {members.map(({ slug, name }) => (
                <label key={slug} className="flex min-h-9 items-center gap-2.5 text-sm">
                  <input
                    type="checkbox"
                    className="size-4 shrink-0 accent-accent"
                    checked={ticked.includes(slug)}
                    onChange={() => toggle(slug)}
                  />
                  {name}
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      </details>
    </form>
  );
}
