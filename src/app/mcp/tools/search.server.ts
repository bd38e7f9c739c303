import * as z from 'zod';
import { cursor, defineTool, pageOf, paging, sayNext } from '../tool.server.ts';

const PAGE = 10;
/** As many as the search gives of one kind. */
const OF_ONE_KIND = 50;
const OF_EACH_KIND = 3;

const hit = z.object({ kind: z.string(), title: z.string(), page: z.string(), text: z.string() });

export const search = defineTool({
  name: 'search',
  title: 'Search the guide',
  description:
    'Finds vendors, features, glossary terms, guides, use cases, comparisons, questions and news by words. Gives pages, no facts: for these call get_vendor, get_evidence or get_definition.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(200),
    kind: z
      .string()
      .max(50)
      .optional()
      .meta({ description: 'One kind, such as vendors, features or glossary; it has pages' }),
    cursor,
  }),
  output: z.object({
    corrected: z.string().nullable().meta({ description: 'Words that were sought instead' }),
    answers: z.array(hit).meta({ description: 'Pages that answer the question' }),
    hits: z.array(hit),
    kinds: z.array(z.object({ kind: z.string(), total: z.int() })),
    ...paging,
  }),
  async read({ query, kind, cursor: from }, { get, siteUrl }) {
    const limit = kind ? OF_ONE_KIND : OF_EACH_KIND;
    const { corrected, answers, groups } = await get('/api/search', { q: query, kind, limit });
    const asHit = (one: { kind: string; title: string; path: string; text: string }) => ({
      kind: one.kind,
      title: one.title,
      page: siteUrl + one.path,
      text: one.text,
    });
    const found = groups.flatMap(({ items }) => items.map(asHit));
    const { items: hits, ...rest } = kind
      ? pageOf(found, from, PAGE)
      : { items: found, total: found.length, nextCursor: null };
    return {
      corrected,
      // A fact is only given with its rank and days, which an answer does not carry.
      answers: answers.filter(({ facts }) => facts.length === 0).map(asHit),
      hits,
      kinds: groups.map((group) => ({ kind: group.kind, total: group.total })),
      ...rest,
    };
  },
  say: ({ corrected, answers, hits, kinds, nextCursor }) =>
    [
      ...(corrected ? [`Sought: ${corrected}`] : []),
      ...[...answers, ...hits].map(({ kind, title, page, text }) =>
        [`- ${kind}: ${title}, ${page}`, text].filter(Boolean).join('. '),
      ),
      ...(hits.length === 0 ? ['Nothing was found.'] : []),
      `By kind: ${kinds.map(({ kind, total }) => `${kind} ${total}`).join(', ') || 'none'}`,
      ...sayNext(nextCursor),
    ].join('\n'),
});
