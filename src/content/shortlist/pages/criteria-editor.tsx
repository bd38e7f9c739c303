import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Select } from '#ui/select.tsx';
import { type Criterion, keyOf, MAX_CRITERIA, MAX_WORDS } from '../decision.ts';
import { SCALE, type Weight } from '../score.ts';
import type { SheetProps } from '../sheet.ts';
import { TextField } from './text-field.tsx';

const WEIGHTS = [
  { value: 'must', label: 'Must have' },
  { value: '5', label: '5, decisive' },
  { value: '3', label: '3, important' },
  { value: '1', label: '1, welcome' },
];
const asWeight = (value: string): Weight => SCALE.find((one) => String(one) === value) ?? 'must';

export function CriteriaEditor({ data, model, workspace }: SheetProps) {
  const { decision, setDecision } = workspace;
  const { criteria } = decision;
  const [feature, setFeature] = useState('');
  const [words, setWords] = useState('');
  const chosen = new Set(criteria.map(keyOf));
  const isFull = criteria.length >= MAX_CRITERIA;
  const setCriteria = (next: readonly Criterion[]) => setDecision({ ...decision, criteria: next });
  const add = (criterion: Criterion) => {
    if (!isFull && !chosen.has(keyOf(criterion))) setCriteria([...criteria, criterion]);
  };
  const addFeature = (event: FormEvent) => {
    event.preventDefault();
    if (feature) add({ feature, weight: 3 });
    setFeature('');
  };
  const addWords = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim()) add({ words: words.trim(), weight: 3, answers: {} });
    setWords('');
  };
  const change = (key: string, weight: Weight) =>
    setCriteria(criteria.map((one) => (keyOf(one) === key ? { ...one, weight } : one)));
  return (
    <section className="no-print">
      <SectionHeading
        title="Criteria"
        text={`${criteria.length} of at most ${MAX_CRITERIA}. A must-have opens or closes the gate and has no weight; the others weigh 5, 3 or 1.`}
      />
      <div className="grid gap-4 lg:grid-cols-2 lg:gap-10">
        <form onSubmit={addFeature} className="flex items-end gap-3">
          <Select
            label="A feature"
            className="flex-1"
            value={feature}
            disabled={isFull}
            onChange={({ target }) => setFeature(target.value)}
            options={[
              { value: '', label: 'Select a feature' },
              ...data.features
                .filter(({ slug }) => !chosen.has(slug))
                .map(({ slug, name, category }) => ({
                  value: slug,
                  label: `${category}: ${name}`,
                })),
            ]}
          />
          <Button type="submit" disabled={isFull}>
            Add<span className="sr-only"> the feature</span>
          </Button>
        </form>
        <form onSubmit={addWords} className="flex items-end gap-3">
          <TextField
            label="Or in your own words"
            className="flex-1"
            value={words}
            maxLength={MAX_WORDS}
            disabled={isFull}
            onChange={({ target }) => setWords(target.value)}
          />
          <Button type="submit" disabled={isFull}>
            Add<span className="sr-only"> your own criterion</span>
          </Button>
        </form>
      </div>
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
                onChange={({ target }) => change(keyOf(criterion), asWeight(target.value))}
              />
              <Button
                size="sm"
                variant="quiet"
                onClick={() =>
                  setCriteria(criteria.filter((one) => keyOf(one) !== keyOf(criterion)))
                }
              >
                Remove<span className="sr-only"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
