import type { ComponentProps } from 'react';
import { type Folder, hrefTo } from '#client/href-to.ts';
import { Panel } from '#ui/panel.tsx';
import { RuledList } from '#ui/ruled-list.tsx';

interface NamedItem {
  /** Without one, it is just a word. */
  slug: string | null;
  name?: string;
  title?: string;
}

/** Items of a type, each leading to its page. */
export const linksTo = (folder: Folder, items: readonly NamedItem[]) =>
  items.map(({ slug, name, title = name }) => ({
    title,
    ...(slug ? { href: hrefTo(`${folder}/$slug`, { slug }) } : {}),
  }));

/** A list of ways on, beside a page; nothing where there are none. */
export function LinkPanel({
  title,
  items,
}: Pick<ComponentProps<typeof RuledList>, 'items'> & { title: string }) {
  if (items.length === 0) return null;
  return (
    <Panel title={title}>
      <RuledList size="compact" items={items} />
    </Panel>
  );
}
