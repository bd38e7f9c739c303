import { useAdminAddress } from '#admin/address.ts';
import { Picker } from '#admin/editor/fields/picker.tsx';
import { useValues } from '#admin/editor/fields/use-values.ts';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { asWords } from '#platform/words.ts';
import { Chip } from '#ui/chip.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { useTypedSearch } from '#ui/use-debounced.ts';
import { useSearchKey } from './list-keys.ts';
import {
  isTable,
  type Narrowing,
  narrowingsOf,
  readView,
  sortOptions,
  statusWords,
} from './list-view.ts';

interface ListToolsProps {
  collection: Collection;
  searchLabel?: string;
  placeholder?: string;
  /** Where a type has other states than public and not public. */
  statuses?: readonly { value: string; label: string }[];
}

const usualStatuses = (collection: Collection) => {
  const words = statusWords(collection);
  if (!words) return [];
  return [
    { value: 'published', label: words.on },
    { value: 'draft', label: words.off },
  ];
};

const SHAPES = [
  { value: '', label: 'Cards' },
  { value: 'table', label: 'Table' },
] as const;

/** Search, filters, order and shape of a list; the address keeps them, so that a reload or a colleague sees the same. */
export function ListTools(props: ListToolsProps) {
  const { collection, searchLabel = `Search ${collection.label.many}` } = props;
  const { placeholder = searchLabel, statuses = usualStatuses(collection) } = props;
  const { search, changeSearch } = useAdminAddress();
  const view = readView(search);
  useSearchKey();
  const change = (patch: Record<string, string>) =>
    void changeSearch({ ...patch, page: '' }, collection);
  const [term, setTerm] = useTypedSearch(view.q, (q = '') => change({ q }));
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
        <SearchField
          className="max-sm:col-span-2 sm:min-w-60 sm:flex-1"
          label={searchLabel}
          placeholder={placeholder}
          value={term}
          onChange={({ target }) => setTerm(target.value)}
        />
        {statuses.length > 0 && (
          <Select
            label="Status"
            hideLabel
            value={view.status}
            onChange={({ target }) => change({ status: target.value })}
            options={[{ value: '', label: 'All Status' }, ...statuses]}
          />
        )}
        {narrowingsOf(collection).map((narrowing) => (
          <NarrowingInput
            key={narrowing.param}
            collection={collection}
            narrowing={narrowing}
            value={search[narrowing.param] ?? ''}
            onChoose={(value) => change({ [narrowing.param]: value })}
          />
        ))}
        <SortSelect
          collection={collection}
          value={view.sort}
          onChoose={(sort) => change({ sort })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Chip
          selected={view.mine === 'true'}
          onClick={() => change({ mine: view.mine ? '' : 'true' })}
        >
          Mine
        </Chip>
        {collection.visible && (
          <Chip
            selected={view.hasDraft === 'true'}
            onClick={() => change({ hasDraft: view.hasDraft ? '' : 'true' })}
          >
            Has a draft
          </Chip>
        )}
        {collection.hasCards && (
          <ChoiceChips
            label="Show as"
            options={SHAPES}
            chosen={isTable(collection, search) ? 'table' : ''}
            onChoose={(as) => void changeSearch({ as }, collection)}
            className="ml-auto"
          />
        )}
      </div>
    </div>
  );
}

interface NarrowingInputProps {
  collection: Collection;
  narrowing: Narrowing;
  value: string;
  onChoose: (value: string) => void;
}

const idOf = (_collection: unknown, { id }: AnyItem) => String(id);

/** By the field's kind: another item is looked for, a value is chosen among those that are there. */
function NarrowingInput({ collection, narrowing, value, onChoose }: NarrowingInputProps) {
  const { param, key } = narrowing;
  const field = collection.fields[key];
  const used = useValues(field?.suggests ? { collection: collection.name, field: key } : undefined);
  const label = asWords(param);
  if (field?.to) {
    return (
      <div className="col-span-2 sm:w-60">
        <Picker
          label={label}
          to={field.to}
          single
          keyOf={idOf}
          value={value ? [value] : []}
          onChange={([id = '']) => onChoose(id)}
        />
      </div>
    );
  }
  const values = field?.choices ?? used;
  const listed = value === '' || values.includes(value) ? values : [...values, value];
  return (
    <Select
      label={label}
      hideLabel
      className="sm:max-w-52"
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      options={[
        { value: '', label: `Any ${label.toLowerCase()}` },
        ...listed.map((each) => ({ value: each, label: each })),
      ]}
    />
  );
}

interface SortSelectProps {
  collection: Collection;
  value: string;
  onChoose: (value: string) => void;
}

function SortSelect({ collection, value, onChoose }: SortSelectProps) {
  const options = sortOptions(collection);
  const isListed = options.some((option) => option.value === value);
  return (
    <Select
      label="Sort by"
      hideLabel
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      options={isListed ? options : [...options, { value, label: 'By a column' }]}
    />
  );
}
