import { type Folder, hrefTo } from '#client/href-to.ts';

interface Named {
  slug: string;
  name: string;
}

interface ItemLinkProps {
  to: Folder;
  item: Named;
  className?: string;
}

/** An item's name as the heading of its entry. */
export const TITLE_LINK = 'decoration-accent decoration-1 underline-offset-4 hover:underline';

export function ItemLink({
  to,
  item: { slug, name },
  className = 'underline-offset-4 hover:text-accent hover:underline',
}: ItemLinkProps) {
  return (
    <a href={hrefTo(`${to}/$slug`, { slug })} className={className}>
      {name}
    </a>
  );
}

/** In a sentence, with commas between them. */
export function ItemLinks({
  items,
  ...rest
}: Omit<ItemLinkProps, 'item'> & { items: readonly Named[] }) {
  return items.map((item, index) => (
    <span key={item.slug}>
      {index > 0 && ', '}
      <ItemLink {...rest} item={item} />
    </span>
  ));
}
