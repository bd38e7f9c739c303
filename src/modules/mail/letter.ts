import { escapeHtml } from '#platform/escape-html.ts';

/** A paragraph, somebody else's words, or an address on a line of its own. */
export type MailBlock = string | { quote: string } | { link: string };

const asText = (block: MailBlock): string => {
  if (typeof block === 'string') return block;
  if ('link' in block) return block.link;
  return block.quote.replace(/^/gm, '> ');
};

const asHtml = (block: MailBlock): string => {
  if (typeof block === 'string') return `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`;
  if ('link' in block) {
    const address = escapeHtml(block.link);
    return `<p><a href="${address}">${address}</a></p>`;
  }
  return `<blockquote>${escapeHtml(block.quote).replaceAll('\n', '<br>')}</blockquote>`;
};

/** One letter as plain text and as HTML, from the same blocks: no pictures, no styles, and every link says where it leads. */
export const writeLetter = (blocks: readonly MailBlock[]) => ({
  text: `${blocks.map(asText).join('\n\n')}\n`,
  html: `<!doctype html><html lang="en"><body>${blocks.map(asHtml).join('\n')}</body></html>\n`,
});
