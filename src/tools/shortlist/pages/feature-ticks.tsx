import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import type { DecisionData } from '../model.ts';

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
export function FeatureTicks({ data, chosen, room, onAdd }: FeatureTicksProps) {
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
          {ticked.length === 1 ? 'Add 1 criterion' : `Add ${ticked.length} criteria`}
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
