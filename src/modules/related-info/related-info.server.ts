import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { RelatedInfoItem } from '#kit/field-groups.ts';
import type { Ai } from '#modules/ai/ai.server.ts';
import { asMaterial, MATERIAL_RULE } from '#modules/ai/material.ts';
import { plain } from '#modules/seo-generation/seo.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type Candidate, findCandidates } from './candidates.server.ts';

type Parts = Pick<AppParts, 'connection' | 'content' | 'settings'> & { ai: Ai; viewer: Viewer };

export interface RelatedInfo {
  items: RelatedInfoItem[];
  madeBy: 'ai' | 'site';
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
  candidates: readonly Candidate[],
): Promise<Candidate[]> => {
  const list = candidates.map(
    (page, index) => `${index + 1}. ${page.title} (${page.source}): ${page.description}`,
  );
  const response = await ai.generate(viewer, {
    name: 'related_pages',
    schema: picks,
    system: `You choose, for the readers of a web page, which of the listed pages help them further.\n\n${MATERIAL_RULE}`,
    prompt: asMaterial(`The page: ${title}\n\nPages to choose from:\n${list.join('\n')}`),
  });
  const chosen = new Map<string, Candidate>();
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
export const makeRelatedInfo = async (
  parts: Parts,
  collection: Collection,
  item: AnyItem,
): Promise<RelatedInfo> => {
  const siteName = parts.settings.SITE_NAME;
  const candidates = await findCandidates(parts, collection, item);
  const isByAi = parts.ai.isConfigured && candidates.length > 0;
  const chosen = isByAi
    ? await chooseByAi(parts, String(item[collection.title] ?? ''), candidates)
    : candidates;
  const items = chosen.slice(0, MAX_ITEMS).map(({ source, ...page }) => ({
    ...page,
    source: `${siteName}: ${source}`.slice(0, 300),
  }));
  return { items, madeBy: isByAi ? 'ai' : 'site' };
};
