import { type ContentHubConfig, hubItem } from '#content/content-hub/content-hub.collection.ts';
import { type HubType, hubPath } from '#content/content-hub/hub-path.ts';
import type { AnyItem } from '#kit/collection.ts';
import { stripMarks } from '#platform/text/excerpt.ts';

export type HubItem = ContentHubConfig['relatedContent'][number];

export const HUB_TYPE_WORDS: Record<HubType, string> = {
  faq: 'FAQ',
  glossary: 'Glossary',
  service: 'Service',
  type: 'Type',
};

/** The page that a hub belongs to. */
export const hubHref = ({ pageType, pageSlug }: Pick<ContentHubConfig, 'pageType' | 'pageSlug'>) =>
  hubPath(pageType, pageSlug);

export const INVALID_JSON = 'Invalid JSON in related content field';

const DESCRIPTION = 300;

/** The list that a text spells, or null when it is no JSON list of hub items. */
export const readRelated = (text: string): HubItem[] | null => {
  try {
    return hubItem.array().safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

/** A page of the site as a hub names it. */
export const toHubItem = (
  type: HubType,
  item: AnyItem,
  titleKey: string,
  bodyKey: string,
): HubItem => {
  const description = stripMarks(String(item[bodyKey] ?? '')).slice(0, DESCRIPTION);
  return {
    type,
    title: String(item[titleKey] ?? ''),
    ...(description === '' ? {} : { description }),
    slug: String(item.slug ?? ''),
  };
};

/** Only one page of a hub is the current one. */
export const markCurrent = (items: readonly HubItem[], index: number): HubItem[] =>
  items.map(({ isCurrentPage, ...item }, at) =>
    at === index && !isCurrentPage ? { ...item, isCurrentPage: true } : item,
  );
