import { adminHref, useAdminAddress } from '#admin/address.ts';
import type { RowProps } from '#admin/keys/use-row-keys.ts';
import { useMayChange } from '#admin/may.tsx';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { StatusBadge } from './item-card.tsx';
import type { Column } from './list-view.ts';
import { SelectBox } from './select-box.tsx';
import type { Selection } from './use-selection.ts';
import { WaitingBadges } from './waiting-badges.tsx';

const WIDE = 120;

interface ItemTableProps {
  collection: Collection;
  items: readonly AnyItem[];
  columns: readonly Column[];
  selection: Selection;
  rowProps: (row: string) => RowProps;
}

/** A list as a table of chosen columns, each of which orders it. */
export function ItemTable(props: ItemTableProps) {
  const { collection, items, columns, selection, rowProps } = props;
  const { search } = useAdminAddress();
  const { mayChange } = useMayChange(collection);
  const { title, label } = collection;
  const first = { key: title, label: labelOf(title, collection.fields[title]) };
  return (
    <div className="mt-3">
      <ScrollTable
        label={`${label.many}, a table that scrolls`}
        caption={`${label.many} by ${columns.map((column) => column.label).join(', ')}`}
        heads={[first, ...columns].map((column) => (
          <SortLink key={column.key} collection={collection} column={column} />
        ))}
      >
        {items.map((item) => {
          const name = String(item[title] ?? '');
          return (
            <tr
              key={item.id}
              {...rowProps(String(item.id))}
              aria-label={name}
              className="-outline-offset-2 focus-visible:*:bg-sunken"
            >
              <th scope="row">
                <span className="flex items-start gap-3">
                  {mayChange(item) && <SelectBox id={item.id} title={name} selection={selection} />}
                  <span className="grid min-w-0 justify-items-start gap-1">
                    <a href={adminHref(collection, item.id, search)} className="hover:text-accent">
                      {name}
                    </a>
                    <StatusBadge collection={collection} item={item} />
                    <WaitingBadges name={collection.name} id={item.id} />
                  </span>
                </span>
              </th>
              {columns.map((column) => (
                <td key={column.key}>{shorten(column.show(item[column.key]))}</td>
              ))}
            </tr>
          );
        })}
      </ScrollTable>
    </div>
  );
}

const shorten = (text: string) => (text.length > WIDE ? `${text.slice(0, WIDE)}…` : text);

interface SortLinkProps {
  collection: Collection;
  column: Pick<Column, 'key' | 'label'>;
}

/** A column's head: orders the list by it, and the other way round when it does already. */
function SortLink({ collection, column: { key, label } }: SortLinkProps) {
  const { search } = useAdminAddress();
  const kind = collection.fields[key]?.kind;
  if (kind === 'list' || kind === 'link') return label;
  const [isUp, isDown] = [search.sort === key, search.sort === `-${key}`];
  const href = adminHref(collection, '', { ...search, page: '', sort: isUp ? `-${key}` : key });
  return (
    <a href={href} className="inline-flex min-h-8 items-center gap-1 hover:text-accent">
      {label}
      {(isUp || isDown) && <span aria-hidden>{isUp ? '↑' : '↓'}</span>}
      <span className="sr-only">
        {isUp || isDown ? `, in ${isUp ? 'ascending' : 'descending'} order` : ', order by it'}
      </span>
    </a>
  );
}
