import { adminHref, useAdminAddress } from '#admin/address.ts';
import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { Eye, Trash2 } from '#admin/icons.ts';
import { useMayChange } from '#admin/may.tsx';
import { publicHref } from '#admin/public-href.ts';
import { type AnyItem, type Collection, headlineOf } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { Pencil } from '#ui/icons.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { useRowKeys } from './list-keys.ts';
import { type Column, columnsOf, showCell } from './list-view.ts';
import { SelectBox } from './select-box.tsx';
import { StatusBadge } from './status-badge.tsx';
import type { Selection } from './use-selection.ts';
import { ViewOnSite } from './view-on-site.tsx';
import { WaitingBadges } from './waiting-badges.tsx';

const WIDE = 120;

const shorten = (text: string) => (text.length > WIDE ? `${text.slice(0, WIDE)}…` : text);

interface ItemTableProps<Item extends AnyItem> {
  collection: Collection;
  items: readonly Item[];
  selection: Selection;
  onRemove: (item: Item) => unknown;
  /** Where an item stands on the site, if not at an address of its own. */
  siteHref?: ((item: Item) => string | null) | undefined;
}

/** A type's items in one line each, under the columns that its definition names. */
export function ItemTable<Item extends AnyItem>(props: ItemTableProps<Item>) {
  const { collection, items, selection, onRemove, siteHref } = props;
  const { search, goTo } = useAdminAddress();
  const { mayChange, mayCreate } = useMayChange(collection);
  const { title, label, visible } = collection;
  const columns = columnsOf(collection);
  const hrefOf = (id: number) => adminHref(collection, id, search);
  const { box, rowProps } = useRowKeys({
    ids: items.map(({ id }) => id),
    hrefOf,
    onSelect: (id) => {
      if (selection.shown.includes(id)) selection.select([id], !selection.has(id));
    },
  });
  if (items.length === 0) return null;
  const heads = [{ key: title, label: labelOf(title, collection.fields[title]) }, ...columns];
  return (
    <div ref={box} className="mt-3 [&_td]:min-w-24 [&_th]:min-w-24 lg:[&_tr>:first-child]:min-w-60">
      <ScrollTable
        label={`${label.many}, a table that scrolls`}
        caption={`${label.many} by ${columns.map((column) => column.label).join(', ')}`}
        heads={[
          ...heads.map((column) => (
            <SortLink key={column.key} collection={collection} column={column} />
          )),
          'Actions',
        ]}
      >
        {items.map((item) => {
          const name = headlineOf(collection, item);
          const onSite = siteHref ? siteHref(item) : publicHref(collection, item);
          return (
            <tr
              key={item.id}
              {...rowProps(item.id)}
              aria-label={name}
              className="-outline-offset-2 focus-visible:*:bg-sunken"
            >
              <th scope="row">
                <span className="flex items-start gap-3">
                  {mayChange(item) && <SelectBox id={item.id} title={name} selection={selection} />}
                  <span className="grid min-w-0 justify-items-start gap-1">
                    <a href={hrefOf(item.id)} className="hover:text-accent">
                      {name}
                    </a>
                    <WaitingBadges name={collection.name} id={item.id} />
                  </span>
                </span>
              </th>
              {columns.map(({ key }) => (
                <td key={key}>
                  {key === visible?.field ? (
                    <StatusBadge collection={collection} item={item} />
                  ) : (
                    shorten(showCell(collection, item, key))
                  )}
                </td>
              ))}
              {/* In sight while the rest is scrolled sideways on a phone. */}
              <td className="sticky right-0 bg-paper py-0!">
                <span className="flex">
                  {onSite && <ViewOnSite href={onSite} of={name} />}
                  <SmallButton
                    label={`${mayCreate ? 'Edit' : 'Read'} ${name}`}
                    icon={mayCreate ? Pencil : Eye}
                    onClick={() => void goTo(hrefOf(item.id))}
                  />
                  {mayChange(item) && (
                    <SmallButton
                      label={`Delete ${name}`}
                      icon={Trash2}
                      danger
                      onClick={() => void onRemove(item)}
                    />
                  )}
                </span>
              </td>
            </tr>
          );
        })}
      </ScrollTable>
    </div>
  );
}

/** Kinds by which the server orders a list. */
const SORTED = ['text', 'slug', 'choice', 'integer', 'flag', 'date'];

interface SortLinkProps {
  collection: Collection;
  column: Column;
}

/** A column's head: orders the list by it, and the other way round when it does already. */
function SortLink({ collection, column: { key, label } }: SortLinkProps) {
  const { search } = useAdminAddress();
  const { kind } = collection.fields[key] ?? { kind: 'date' };
  if (!SORTED.includes(kind)) return label;
  const isUp = search.sort === key;
  const isDown = search.sort === `-${key}`;
  const href = adminHref(collection, '', { ...search, page: '', sort: isUp ? `-${key}` : key });
  return (
    <a
      href={href}
      title={`Order by ${label}`}
      className="inline-flex min-h-8 items-center gap-1 hover:text-accent"
    >
      {label}
      {(isUp || isDown) && (
        <>
          <span aria-hidden>{isUp ? '↑' : '↓'}</span>
          <span className="sr-only">, in {isUp ? 'ascending' : 'descending'} order</span>
        </>
      )}
    </a>
  );
}
