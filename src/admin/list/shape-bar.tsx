import { useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { useChosen } from '#admin/editor/fields/use-choices.ts';
import { useNames } from '#admin/people/people.tsx';
import {
  type Filter,
  filterFieldsOf,
  parseFilters,
  stringifyFilters,
} from '#client/list-filter.ts';
import type { Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { RemoveChip } from '#ui/chip.tsx';
import { CheckList, FilterDialog, sayOperator } from './filter-dialog.tsx';
import { columnsOf, readColumns } from './list-view.ts';
import { ViewPicker } from './view-picker.tsx';

interface ShapeBarProps {
  collection: Collection;
  /** Whether the list can also be a table of chosen columns. */
  hasColumns: boolean;
}

/** Saved views, filters by field and columns: all of it in the address, so that a link shares it. */
export function ShapeBar({ collection, hasColumns }: ShapeBarProps) {
  const { search, changeSearch } = useAdminAddress();
  const [open, setOpen] = useState<'filter' | 'columns' | null>(null);
  const filters = parseFilters(search.filter ?? '') ?? [];
  const close = () => setOpen(null);
  const change = (patch: Record<string, string>) => {
    close();
    void changeSearch({ ...patch, page: '' }, collection);
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <ViewPicker collection={collection} />
      <Button size="sm" onClick={() => setOpen('filter')}>
        Add filter
      </Button>
      {hasColumns && (
        <Button size="sm" onClick={() => setOpen('columns')}>
          Columns
        </Button>
      )}
      {filters.map((filter, at) => {
        const others = stringifyFilters(filters.toSpliced(at, 1));
        const href = adminHref(collection, '', { ...search, page: '', filter: others });
        return (
          <RemoveChip key={stringifyFilters([filter])} href={href}>
            <FilterWords collection={collection} filter={filter} />
          </RemoveChip>
        );
      })}
      {open === 'filter' && (
        <FilterDialog
          collection={collection}
          onAdd={(filter) => change({ filter: stringifyFilters([...filters, filter]) })}
          onClose={close}
        />
      )}
      {open === 'columns' && (
        <ColumnsDialog
          collection={collection}
          chosen={readColumns(collection, search.columns).map(({ key }) => key)}
          onChoose={(keys) => change({ columns: keys.join(',') })}
          onClose={close}
        />
      )}
    </div>
  );
}

/** 'Category is any of Tax, Reporting'. */
function FilterWords({ collection, filter }: { collection: Collection; filter: Filter }) {
  const { field: key, operator, values } = filter;
  const field = filterFieldsOf(collection).findLast((each) => each.key === key);
  const isOfItems = field?.kind === 'reference' || field?.kind === 'references';
  const named = useChosen(field?.to ?? '', isOfItems ? values.map(Number) : [], []);
  const nameOf = useNames();
  const said = key === 'writtenBy' ? values.map(nameOf) : values;
  const words = isOfItems ? named.map(({ label }) => label) : said;
  const how = sayOperator(operator, field?.kind ?? 'text');
  return <>{`${field?.label ?? key} ${how} ${words.join(', ')}`.trim()}</>;
}

interface ColumnsDialogProps {
  collection: Collection;
  chosen: readonly string[];
  onChoose: (keys: readonly string[]) => void;
  onClose: () => void;
}

function ColumnsDialog({ collection, chosen, onChoose, onClose }: ColumnsDialogProps) {
  const [keys, setKeys] = useState(chosen);
  return (
    <DialogFrame title="Columns" size="medium" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(keys);
        }}
      >
        <CheckList
          legend="Beside the title; with none of them the list is cards"
          options={columnsOf(collection).map(({ key, label }) => ({ value: key, label }))}
          value={keys}
          onChange={setKeys}
        />
        <div className="mt-4 flex flex-wrap justify-end gap-3">
          <Button onClick={() => onChoose([])}>Show cards</Button>
          <Button type="submit" variant="primary">
            Show table
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
