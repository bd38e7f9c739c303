import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { ByWidth } from './by-width.tsx';
import type { NarrowColumns } from './compare-model.ts';

/** How a comparison is looked at; it lives in the address, so that it can be sent. */
export interface CompareView {
  onlyDifferences: boolean;
  hidesUnconfirmed: boolean;
  narrow: NarrowColumns;
}

export const WHOLE_VIEW: CompareView = {
  onlyDifferences: false,
  hidesUnconfirmed: false,
  narrow: [0, 1],
};

/** What was chosen shows at once; the address follows. */
export const useCompareView = (
  given: CompareView,
  onChange: ((view: CompareView) => void) | undefined,
) => {
  const [view, setView] = useState(given);
  const [left, right] = given.narrow;
  const { onlyDifferences, hidesUnconfirmed } = given;
  useEffect(
    () => setView({ onlyDifferences, hidesUnconfirmed, narrow: [left, right] }),
    [onlyDifferences, hidesUnconfirmed, left, right],
  );
  const change = (next: CompareView) => {
    setView(next);
    onChange?.(next);
  };
  return [view, change] as const;
};

interface CompareControlsProps {
  vendors: readonly { id: string; name: string }[];
  view: CompareView;
  /** How many rows nobody confirms; of fewer columns, at least as many. */
  unconfirmed: { wide: number; narrow: number };
  onChange(view: CompareView): void;
  children: ReactNode;
}

/** The switches work by the style sheet alone; without script a button puts them into the address. */
export function CompareControls(props: CompareControlsProps) {
  const { vendors, view, unconfirmed, onChange, children } = props;
  const [left, right] = view.narrow;
  const isMany = vendors.length > 2;
  const options = vendors.map(({ id, name }) => ({ value: id, label: name }));
  /** Whoever takes the other column gives his own for it. */
  const choose = (column: 0 | 1) => (id: string) => {
    const place = vendors.findIndex((vendor) => vendor.id === id);
    const other = column === 0 ? right : left;
    const rest = place === other ? view.narrow[column] : other;
    onChange({ ...view, narrow: column === 0 ? [place, rest] : [rest, place] });
  };
  return (
    <form method="get" className="mb-2 flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
      {children}
      <div className="no-print flex flex-wrap items-center gap-x-8">
        <Switch
          id="only-differences"
          className="compare-switch"
          name="only"
          value="differences"
          checked={view.onlyDifferences}
          onChange={({ target }) => onChange({ ...view, onlyDifferences: target.checked })}
        >
          Only differences
        </Switch>
        {unconfirmed.narrow > 0 && (
          <div className={unconfirmed.wide > 0 ? undefined : 'on-narrow'}>
            <Switch
              id="hide-unconfirmed"
              className="compare-unconfirmed"
              name="hide"
              value="unconfirmed"
              checked={view.hidesUnconfirmed}
              onChange={({ target }) => onChange({ ...view, hidesUnconfirmed: target.checked })}
            >
              <ByWidth
                wide={`Hide ${unconfirmed.wide} that ${isMany ? 'nobody' : 'neither'} confirms`}
                narrow={`Hide ${unconfirmed.narrow} that neither confirms`}
              />
            </Switch>
          </div>
        )}
        <noscript>
          <Button type="submit" size="sm">
            Keep in the address
          </Button>
        </noscript>
      </div>
      {isMany && (
        <div className="compare-columns no-print my-2 w-full grid-cols-2 gap-4">
          <Select
            label="Left column"
            name="left"
            value={vendors[left]?.id}
            options={options}
            onChange={({ target }) => choose(0)(target.value)}
          />
          <Select
            label="Right column"
            name="right"
            value={vendors[right]?.id}
            options={options}
            onChange={({ target }) => choose(1)(target.value)}
          />
        </div>
      )}
    </form>
  );
}
