import type { ReactNode } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { Trash2 } from '#admin/icons.ts';
import { useMay, useMayChange } from '#admin/may.tsx';
import { publicHref } from '#admin/public-href.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import { Badge } from '#ui/badge.tsx';
import { Pencil } from '#ui/icons.tsx';
import { factsOf, type RowParts, statusWords } from './list-view.ts';
import { SelectBox } from './select-box.tsx';
import { StatusBadge } from './status-badge.tsx';
import { ViewOnSite } from './view-on-site.tsx';
import { WaitingBadges } from './waiting-badges.tsx';

const DESCRIPTION = 200;

interface ItemCardProps extends Omit<RowParts<AnyItem>, 'items'> {
  collection: Collection;
  item: AnyItem;
  /** What it says below its text, if not the columns of its type. */
  facts?: readonly { label: string; value: string }[];
  /** Where it stands on the site, if not at an address of its own. */
  href?: string | null;
  /** More that a type shows of itself. */
  children?: ReactNode;
}

export function ItemCard(props: ItemCardProps) {
  const { collection, item, selection, actions } = props;
  const { facts = factsOf(collection, item) } = props;
  const { search, goTo } = useAdminAddress();
  const mayPublish = useMay('publisher');
  // Of a type without drafts an editor changes nothing.
  const { mayCreate: mayWrite, mayChange } = useMayChange(collection);
  const title = String(item[collection.title] ?? '');
  const body = collection.body ? item[collection.body] : null;
  const { href = publicHref(collection, item) } = props;
  const editHref = adminHref(collection, item.id, search);
  const isOn = isPublic(collection, item);
  const verb = statusWords(collection)?.verbs[isOn ? 1 : 0];
  return (
    // Of a very long list, which is not paged, cards far below are laid out when they come near. Not of any other:
    // until then assistive software does not find them.
    <li
      data-item-card
      className="flex gap-3 border-t border-line py-4 [contain-intrinsic-size:auto_7rem] nth-[n+200]:[content-visibility:auto]"
    >
      {mayChange(item) && (
        <SelectBox id={item.id} title={title} selection={selection} className="mt-1" />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-h4 font-semibold">
            <a href={editHref} className="hover:text-accent">
              {title}
            </a>
          </h3>
          <StatusBadge collection={collection} item={item} />
          <WaitingBadges name={collection.name} id={item.id} />
          {item.autoLink === true && <Badge tone="accent">Auto-link</Badge>}
          {item.isFeatured === true && <Badge tone="accent">Featured</Badge>}
        </div>
        {typeof body === 'string' && body !== '' && (
          <p className="mt-1 max-w-3xl text-sm text-soft">{excerpt(body, DESCRIPTION)}</p>
        )}
        {props.children}
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-xs">
          <dl className="flex min-w-0 flex-wrap gap-x-5 gap-y-1">
            {facts.map(({ label, value }) => (
              <div key={label} className="flex min-w-0 gap-1.5">
                <dt className="shrink-0 text-faint">{label}:</dt>
                <dd className="min-w-0 break-words text-soft">{value}</dd>
              </div>
            ))}
          </dl>
          {verb && mayPublish && (
            <button
              type="button"
              aria-label={`${verb} ${title}`}
              onClick={() => void actions.setVisible([item], !isOn, verb, title)}
              className="text-link min-h-8"
            >
              {verb}
            </button>
          )}
        </div>
      </div>
      <div className="flex shrink-0 max-sm:flex-col">
        {href && <ViewOnSite href={href} of={title} />}
        {mayWrite && (
          <SmallButton label={`Edit ${title}`} icon={Pencil} onClick={() => void goTo(editHref)} />
        )}
        {mayChange(item) && (
          <SmallButton
            label={`Delete ${title}`}
            icon={Trash2}
            danger
            onClick={() => void actions.remove(item)}
          />
        )}
      </div>
    </li>
  );
}
