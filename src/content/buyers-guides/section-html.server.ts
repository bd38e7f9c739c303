import type { TextRenderer } from '#kit/text-renderer.ts';
import type { BuyersGuide } from './buyers-guides.collection.ts';

type Section = BuyersGuide['sections'][number];
type Block = string | string[];

/** The text of one line, without the paragraph that markdown puts around it. */
const unwrap = (html: string) => html.replace(/^<p>([\s\S]*)<\/p>$/, '$1');

/** A term is explained where the guide first mentions it. */
const createUnlinker = () => {
  const linked = new Set<string>();
  return (html: string) =>
    html.replace(
      /<a [^>]*class="glossary-link"[^>]*data-term="([^"]*)"[^>]*>([^<]*)<\/a>/g,
      (link, term: string, words: string) => {
        if (linked.has(term)) return words;
        linked.add(term);
        return link;
      },
    );
};

/** Every text of the sections as finished HTML, in the shape that the sections have. */
export const renderSections = async (
  text: TextRenderer,
  sections: readonly Section[],
): Promise<Section[]> => {
  const unlink = createUnlinker();
  const render = async (source: string) =>
    unlink(unwrap(await text.render(source, { autoLink: true })));
  // One after the other, since a term is linked once.
  const renderBlock = async (block: Block): Promise<Block> => {
    if (typeof block === 'string') return render(block);
    const lines: string[] = [];
    for (const line of block) lines.push(await render(line));
    return lines;
  };
  const rendered: Section[] = [];
  for (const { heading, content } of sections) {
    if (typeof content === 'string' || Array.isArray(content)) {
      rendered.push({ heading, content: await renderBlock(content) });
      continue;
    }
    const parts: Record<string, Block> = {};
    for (const [name, block] of Object.entries(content)) parts[name] = await renderBlock(block);
    rendered.push({ heading, content: parts });
  }
  return rendered;
};
