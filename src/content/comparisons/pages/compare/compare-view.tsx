import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import type { NarrowColumns } from './compare-model.ts';

/** How a comparison is looked at; it lives in the address, so that it can be sent. */
export interface CompareView {
  onlyDifferences: boolean;
  onlyOneSide: boolean;
  narrow: NarrowColumns;
}

export const WHOLE_VIEW: CompareView = {
  onlyDifferences: false,
  onlyOneSide: false,
  narrow: [0, 1],
};

/** A choice shows at once; the address follows. */
export const useCompareView = (
  given: CompareView,
  onChange: ((view: CompareView) => void) | undefined,
) => {
  const [view, setView] = useState(given);
  const [left, right] = given.narrow;
  const { onlyDifferences, onlyOneSide } = given;
  useEffect(
    () => setView({ onlyDifferences, onlyOneSide, narrow: [left, right] }),
    [onlyDifferences, onlyOneSide, left, right],
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
  onChange(view: CompareView): void;
  children: ReactNode;
}

/** The switches work by the style sheet alone; without script a button puts them into the address. */
export function CompareControls(props: CompareControlsProps) {
  const { vendors, view, onChange, children } = props;
  const [left, right] = view.narrow;
  const isMany = vendors.length > 2;
  const options = vendors.map(({ id, name }) => ({ value: id, label: name }));
  /** Choosing the other column's vendor swaps the two. */
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
        <Switch
          id="one-side-only"
          className="compare-one-side"
          name="only"
          value="one-side"
          checked={view.onlyOneSide}
          onChange={({ target }) => onChange({ ...view, onlyOneSide: target.checked })}
        >
          One side only
        </Switch>
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
