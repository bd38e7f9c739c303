import type { PageHeading } from '#ui/columns.tsx';

/** As the renderer writes them; the invisible heading of footnotes has a class before its id. */
const SECOND_LEVEL = /<h2 id="([^"]+)">(.*?)<\/h2>/gs;
const TAGS = /<[^>]+>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#x26;': '&',
  '&#x3C;': '<',
};

const textOf = (html: string) =>
  html.replace(TAGS, '').replace(/&(?:amp|lt|gt|#x26|#x3C);/g, (entity) => ENTITIES[entity] ?? '');

export const headingsOf = (html: string): PageHeading[] =>
  Array.from(html.matchAll(SECOND_LEVEL), ([, id = '', inner = '']) => ({
    id,
    text: textOf(inner),
  }));
