import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AdminSearch, adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQueryOr } from '#admin/api/admin-queries.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { useChosen } from '#admin/editor/fields/use-choices.ts';
import { useMay } from '#admin/may.tsx';
import { useNames } from '#admin/people/people.tsx';
import { useAction } from '#admin/use-action.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import {
  type Filter,
  filterFieldsOf,
  parseFilters,
  stringifyFilters,
} from '#client/list-filter.ts';
import type { Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { RemoveChip } from '#ui/chip.tsx';
import { Select } from '#ui/select.tsx';
import { CheckList, FilterDialog, sayOperator } from './filter-dialog.tsx';
import { columnsOf, readColumns } from './list-view.ts';

const VIEWS = '/api/views';
/** A list that is opened after a minute asks again, since a colleague may have shared a view. */
const FRESH_MS = 60_000;
const PARTS = ['q', 'status', 'source', 'feed', 'sort', 'filter', 'columns'] as const;

type View = ResponseOf<'get', typeof VIEWS>[number];
type Shape = View['search'];

const shapeOf = (search: AdminSearch): Shape =>
  Object.fromEntries(PARTS.flatMap((part) => (search[part] ? [[part, search[part]]] : [])));

const isSame = (a: Shape, b: Shape) => PARTS.every((part) => (a[part] ?? '') === (b[part] ?? ''));

/** The saved views of a list: choosing one is going to its address. */
function ViewPicker({ collection }: { collection: Collection }) {
  const { name } = collection;
  const { search, goTo } = useAdminAddress();
  const nameOf = useNames();
  const [isOpen, setIsOpen] = useState(false);
  const { data: views = [] } = useQuery({
    ...adminQueryOr([], VIEWS, { collection: name }),
    staleTime: FRESH_MS,
  });
  const shape = shapeOf(search);
  const current = views.find((view) => isSame(view.search, shape));
  const isPlain = Object.keys(shape).length === 0;
  return (
    <>
      {views.length > 0 && (
        <Select
          label="View"
          hideLabel
          className="max-w-full min-w-40"
          value={current ? String(current.id) : isPlain ? 'all' : ''}
          onChange={({ target }) => {
            const chosen = views.find(({ id }) => String(id) === target.value);
            void goTo(adminHref(collection, '', chosen?.search));
          }}
          options={[
            ...(current || isPlain ? [] : [{ value: '', label: 'Not a saved view' }]),
            { value: 'all', label: 'All items' },
            ...views.map((view) => ({
              value: String(view.id),
              label:
                view.isMine || view.madeBy === null
                  ? view.name
                  : `${view.name}, by ${nameOf(view.madeBy)}`,
            })),
          ]}
        />
      )}
      {!isPlain && (
        <Button size="sm" onClick={() => setIsOpen(true)}>
          {current ? 'Edit view' : 'Save view'}
        </Button>
      )}
      {isOpen && (
        <ViewDialog
          collection={collection}
          shape={shape}
          views={views}
          current={current}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

interface ViewDialogProps {
  collection: Collection;
  shape: Shape;
  views: readonly View[];
  current: View | undefined;
  onClose: () => void;
}

/** Saves the list as it is: under a new name, or under one's own earlier one. */
function ViewDialog({ collection, shape, views, current, onClose }: ViewDialogProps) {
  const { run } = useAction(VIEWS);
  const mayShare = useMay('editor');
  const isOwner = useMay('owner');
  const [name, setName] = useState(current?.name ?? '');
  const [isShared, setIsShared] = useState(current?.isShared ?? false);
  const mayChange = current !== undefined && (current.isMine || isOwner);
  const same = views.find((view) => view.isMine && view.name === name.trim());
  const replaced = mayChange ? current : same;

  const finish = async (work: () => Promise<unknown>, done: string) => {
    if (await run(work, done)) onClose();
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const body = { name: name.trim(), isShared, search: shape };
    void finish(
      () =>
        replaced
          ? adminSend('PUT', '/api/views/{id}', { params: { id: replaced.id }, body })
          : adminSend('POST', VIEWS, { body: { ...body, collection: collection.name } }),
      'View saved',
    );
  };

  return (
    <DialogFrame title={mayChange ? 'Edit view' : 'Save view'} size="medium" onClose={onClose}>
      <form onSubmit={save} className="grid gap-4">
        <TextInput
          label="Name"
          value={name}
          onChange={setName}
          help="Columns, filters, order and words are kept under it."
        />
        {mayShare && (
          <FlagInput label="Share it with everybody" checked={isShared} onChange={setIsShared} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {mayChange && (
            <Button
              onClick={() =>
                void finish(
                  () => adminSend('DELETE', '/api/views/{id}', { params: { id: current.id } }),
                  'View deleted',
                )
              }
            >
              Delete view
            </Button>
          )}
          <Button type="submit" variant="primary" aria-disabled={name.trim() === ''}>
            {replaced && !mayChange ? 'Replace view' : 'Save view'}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}

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
