import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { type RelatedInfoItem, relatedInfoItem } from '#kit/field-groups.ts';
import { type Ai, createAi } from '#modules/ai/ai.server.ts';
import { asMaterial, MATERIAL_RULE } from '#modules/ai/material.ts';
import type { SearchIndex } from '#modules/search/search-index.server.ts';
import { plain } from '#modules/seo-generation/seo.server.ts';
import { invalid, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { excerpt, stripMarks } from '#platform/text/excerpt.ts';
import { isStopWord, keyWords } from '#platform/text/keyphrase.ts';
import { rowId } from '#platform/text-rules.ts';
import type { Viewer } from '#platform/viewer.ts';

const MAX_TERMS = 24;
const MAX_FOUND = 20;

/** The words that an item is about, those of its title first. */
const termsOf = (title: string, body: string): string[] => {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of keyWords(text).slice(0, 3000)) {
      if (word.length < 3 || isStopWord(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + weight);
    }
  };
  add(title, 5);
  add(body, 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return sorted.slice(0, MAX_TERMS).map(([word]) => word.replace(/[^\p{L}\p{N}]+/gu, ' ').trim());
};

/** Pages of this site that everybody may see and that are nearest to an item, by their words; never the item itself. */
const findCandidates = async (
  { content, index }: Pick<Parts, 'content' | 'index'>,
  collection: Collection,
  item: AnyItem,
): Promise<RelatedInfoItem[]> => {
  const text = Object.entries(collection.fields)
    .filter(([, field]) => field.kind === 'markdown' || field.kind === 'text')
    .map(([key]) => (typeof item[key] === 'string' ? String(item[key]) : ''))
    .join('\n');
  const terms = termsOf(String(item[collection.title] ?? ''), stripMarks(text.slice(0, 20_000)));
  const near = await index.pagesNear(terms);
  const others = near.filter((page) => page.collection !== collection.name || page.id !== item.id);
  const sourceOf = (name: string) =>
    content.registry.find((one) => one.name === name)?.label.many ?? '';
  return others.slice(0, MAX_FOUND).map((page) => ({
    title: page.title.slice(0, 300),
    source: sourceOf(page.collection),
    description: excerpt(page.summary || page.body, 200),
    url: page.path,
  }));
};

interface Parts extends Pick<AppParts, 'content' | 'settings'> {
  index: SearchIndex;
  ai: Ai;
  viewer: Viewer;
}

const MAX_ITEMS = 5;

const picks = z.object({
  picks: z
    .array(
      z.object({
        number: z.int().describe('The number of the page in the list'),
        description: z.string().describe('One sentence that says what a reader finds there'),
      }),
    )
    .describe(`Up to ${MAX_ITEMS} pages, the most useful first`),
});

/** The service chooses among our own pages by number, so that it can invent no address. */
const chooseByAi = async (
  { ai, viewer }: Parts,
  title: string,
  candidates: readonly RelatedInfoItem[],
): Promise<RelatedInfoItem[]> => {
  const list = candidates.map(
    (page, index) => `${index + 1}. ${page.title} (${page.source}): ${page.description}`,
  );
  const response = await ai.generate(viewer, {
    name: 'related_pages',
    schema: picks,
    system: `You choose, for the readers of a web page, which of the listed pages help them further.\n\n${MATERIAL_RULE}`,
    prompt: asMaterial(`The page: ${title}\n\nPages to choose from:\n${list.join('\n')}`),
  });
  const chosen = new Map<string, RelatedInfoItem>();
  for (const pick of response.picks) {
    const page = candidates[pick.number - 1];
    if (page)
      chosen.set(page.url, {
        ...page,
        description: plain(pick.description).slice(0, 500) || page.description,
      });
  }
  return [...chosen.values()];
};

/** Only proposes related information: the editor saves it. */
const makeRelatedInfo = async (parts: Parts, collection: Collection, item: AnyItem) => {
  const siteName = parts.settings.site.siteName;
  const candidates = await findCandidates(parts, collection, item);
  const isByAi = parts.ai.isConfigured && candidates.length > 0;
  const chosen = isByAi
    ? await chooseByAi(parts, String(item[collection.title] ?? ''), candidates)
    : candidates;
  const items = chosen.slice(0, MAX_ITEMS).map(({ source, ...page }) => ({
    ...page,
    source: `${siteName}: ${source}`.slice(0, 300),
  }));
  return { items, madeBy: isByAi ? ('ai' as const) : ('site' as const) };
};

export const mountRelatedInfo = (api: Api, app: AppParts, index: SearchIndex) => {
  const parts = { ...app, index, ai: createAi(app.settings, app.log) };

  return [
    endpoint(api, {
      method: 'post',
      id: 'proposeRelatedInfo',
      path: '/api/related-info',
      tag: {
        name: 'Related information',
        description: 'Proposals of further reading for an item.',
      },
      summary: 'Propose related information for an item; nothing is saved',
      access: 'editor',
      body: z.strictObject({ collection: z.string().max(50), id: rowId }),
      response: z
        .object({ items: z.array(relatedInfoItem), madeBy: z.enum(['ai', 'site']) })
        .meta({ id: 'RelatedInfo' }),
      failures: {
        404: 'No such item',
        429: 'Too many AI tasks under way',
        502: 'The AI service failed',
      },
      handle: async ({ body, viewer }) => {
        const collection = app.content.registry.find(
          ({ name, fields }) => name === body.collection && fields.relatedInfoCache,
        );
        if (!collection) throw invalid({ collection: 'This type carries no related information' });
        const item = await app.content.partsOf(collection.name).reader.byId(viewer, body.id);
        if (!item) throw notFound(collection.label.one);
        return makeRelatedInfo({ ...parts, viewer }, collection, item);
      },
    }),
  ];
};
