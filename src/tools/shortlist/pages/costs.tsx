import { useState } from 'react';
import { SectionHeading } from '#ui/headings.tsx';
import { formatAmount, readAmount, sayRange, sayTotal, sumCosts } from '../costs.ts';
import type { Cost, Range } from '../decision.ts';
import type { DecisionProps } from '../use-decision.ts';
import { TextField } from './parts.tsx';

const LINES = [
  { key: 'licence', label: 'License, a year' },
  { key: 'implementation', label: 'Implementation, once' },
  { key: 'days', label: 'Days of your own people, a year' },
] as const;

const NO_FIGURES = { licence: [0, 0], implementation: [0, 0], days: [0, 0] } as const;

/** The buyer's own quotes; not one figure here is ours. */
export function CostsTab({ model, decision, change }: DecisionProps) {
  const { costs, currency, dayRate } = decision;
  const costOf = (vendor: string): Cost =>
    costs.find((one) => one.vendor === vendor) ?? { vendor, ...NO_FIGURES };
  const say = (range: Range) => (range[1] === 0 ? 'No figure' : sayRange(range, currency));
  // The latest first: at the bound a vendor goes that left the shortlist long ago.
  const keep = (next: Cost) =>
    change({ costs: [next, ...costs.filter(({ vendor }) => vendor !== next.vendor)] });
  return (
    <section className="costs-sheet">
      <SectionHeading
        title="Cost over five years"
        text="From the quotes that you were given, low and high. We publish no prices that a vendor does not publish, and add none here."
      />
      <div className="no-print mb-10 grid max-w-md grid-cols-2 gap-4">
        <TextField
          label="Currency"
          maxLength={5}
          defaultValue={currency}
          onBlur={({ target }) => change({ currency: target.value.trim() })}
        />
        <AmountField
          label="A day of your own people"
          value={dayRate}
          onChange={(amount) => change({ dayRate: amount })}
        />
      </div>
      <div className="space-y-10">
        {model.vendors.map(({ slug, name }) => {
          const cost = costOf(slug);
          const sum = sumCosts(cost, dayRate);
          return (
            <section key={slug} className="break-inside-avoid">
              <h3 className="mb-3 text-h4 font-semibold">{name}</h3>
              <div className="no-print grid gap-x-8 gap-y-4 lg:grid-cols-3">
                {LINES.map(({ key, label }) => (
                  <fieldset key={key} className="min-w-0">
                    <legend className="mb-1 text-sm font-medium">{label}</legend>
                    <div className="grid grid-cols-2 gap-3">
                      {(['Low', 'High'] as const).map((end, place) => (
                        <AmountField
                          key={end}
                          label={end}
                          value={cost[key][place] ?? 0}
                          onChange={(amount) =>
                            keep({ ...cost, [key]: cost[key].with(place, amount) })
                          }
                        />
                      ))}
                    </div>
                  </fieldset>
                ))}
              </div>
              <dl className="mt-4 grid gap-x-8 gap-y-1 border-t border-line pt-3 text-sm sm:grid-cols-4">
                {sum ? (
                  <>
                    <Line label="License, 5 years" value={say(sum.licence)} />
                    <Line label="Implementation" value={say(sum.implementation)} />
                    <Line
                      label="Own people, 5 years"
                      value={sum.lacksRate ? 'No day rate yet' : say(sum.internal)}
                    />
                    <Line label="In all" value={sayTotal(sum, currency)} isSum />
                  </>
                ) : (
                  <Line label="In all" value="No figures yet" />
                )}
              </dl>
            </section>
          );
        })}
      </div>
    </section>
  );
}

function Line({ label, value, isSum }: { label: string; value: string; isSum?: boolean }) {
  return (
    <div>
      <dt className="text-xs text-faint">{label}</dt>
      <dd className={`tabular-nums ${isSum ? 'font-semibold' : ''}`}>{value}</dd>
    </div>
  );
}

interface AmountFieldProps {
  label: string;
  value: number;
  onChange(amount: number): void;
}

/** Read when it is left: it then shows how it was read, or why it was not. */
function AmountField({ label, value, onChange }: AmountFieldProps) {
  /** Raw text while typing, or while unreadable. */
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const leave = () => {
    if (typed === null) return;
    const read = readAmount(typed);
    if ('problem' in read) {
      setProblem(read.problem);
      onChange(0);
      return;
    }
    setProblem('');
    setTyped(null);
    onChange(read.amount);
  };
  return (
    <TextField
      label={label}
      value={typed ?? (value === 0 ? '' : formatAmount(value))}
      problem={problem}
      onText={setTyped}
      onBlur={leave}
    />
  );
}
