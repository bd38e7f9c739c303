import {
  type Attrs,
  type DOMOutputSpec,
  type Node,
  type NodeSpec,
  Schema,
} from 'prosemirror-model';
import { bulletList, listItem, orderedList } from 'prosemirror-schema-list';
import { tableNodes } from 'prosemirror-tables';
import { isSafeLink } from '#platform/safe-link.ts';
import { CALLOUTS } from '#platform/text/blocks.ts';

const attr = (dom: HTMLElement, name: string) => dom.getAttribute(name) ?? '';

/** A node or a mark that is one element around what is in it. */
const around = (tag: string) => ({
  parseDOM: [{ tag }],
  toDOM: (): DOMOutputSpec => [tag, 0],
});

const alone = (tag: string) => ({
  parseDOM: [{ tag }],
  toDOM: (): DOMOutputSpec => [tag],
});

const BLOCK = { group: 'block' };
const HOLDS_BLOCKS = { content: 'block+', ...BLOCK, defining: true };
const HOLDS_SOURCE = { content: 'text*', marks: '', ...BLOCK, code: true, defining: true };
const ATOM = { ...BLOCK, atom: true, draggable: true };
const INLINE = { inline: true, group: 'inline' };
const LIST = { content: 'list_item+', ...BLOCK };
const LOOSE = { isLoose: { default: false } };

/** Blocks that Markdown says in signs of its own (decision 0069). */
const blockNodes = {
  callout: {
    attrs: { kind: { default: 'note' } },
    ...HOLDS_BLOCKS,
    parseDOM: [
      {
        tag: 'div[data-callout]',
        getAttrs: (dom: HTMLElement) => {
          const kind = attr(dom, 'data-callout');
          return CALLOUTS.some((one) => one === kind) && { kind };
        },
      },
    ],
    toDOM: ({ attrs: { kind } }: Node): DOMOutputSpec => [
      'div',
      { class: `callout callout-${kind}`, 'data-callout': kind },
      0,
    ],
  },
  item_card: {
    attrs: { word: {}, slug: {} },
    ...ATOM,
    parseDOM: [
      {
        tag: 'div[data-card-slug]',
        getAttrs: (dom: HTMLElement) => {
          const word = attr(dom, 'data-card-word');
          const slug = attr(dom, 'data-card-slug');
          return /^[a-z]+ [a-z\d][a-z\d-]*$/.test(`${word} ${slug}`) && { word, slug };
        },
      },
    ],
    toDOM: ({ attrs: { word, slug } }: Node): DOMOutputSpec => [
      'div',
      { class: 'item-card', 'data-card-word': word, 'data-card-slug': slug },
      `${word}: ${slug}`,
    ],
  },
  video: {
    attrs: { href: {}, title: { default: '' } },
    ...ATOM,
    parseDOM: [
      {
        tag: 'div[data-video]',
        getAttrs: (dom: HTMLElement) => ({
          href: attr(dom, 'data-video'),
          title: attr(dom, 'data-title'),
        }),
      },
    ],
    toDOM: ({ attrs: { href, title } }: Node): DOMOutputSpec => [
      'div',
      { class: 'video-block', 'data-video': href, 'data-title': title },
      `Video: ${title || href}`,
    ],
  },
} satisfies Record<string, NodeSpec>;

/** A cell of a Markdown table is one line, and so is a heading. */
const CELL = '(text | image | raw_inline)*';

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: CELL,
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (dom) => dom.getAttribute('align') || dom.style.textAlign || null,
      setDOMAttr: (value, attrs) => {
        if (value) attrs.style = `text-align: ${String(value)}`;
      },
    },
  },
});

const heading = (level: number) => ({ tag: `h${level}`, attrs: { level } });

/** Pictures that the site shows; those of other places are left out when they are pasted. */
const readImage = (dom: HTMLElement): Attrs | false => {
  const src = attr(dom, 'src');
  if (!/^\/(?:uploads|images)\//.test(src)) return false;
  return { src, alt: attr(dom, 'alt'), title: attr(dom, 'title') };
};

const readLink = (dom: HTMLElement): Attrs | false => {
  const href = attr(dom, 'href').trim();
  return isSafeLink(href) && { href, title: attr(dom, 'title') };
};

/** A stored text may hold any address; the page gets those that it may follow or load. */
const whereSafe = (name: 'href' | 'src', address: unknown): Record<string, string> =>
  typeof address === 'string' && isSafeLink(address) ? { [name]: address } : {};

const isBold = (weight: string) => /^(?:bold(?:er)?|[6-9]00)$/.test(weight) && null;

/** Markdown's own nodes and marks only: all typed or pasted text is reduced to them. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', ...BLOCK, ...around('p') },
    heading: {
      attrs: { level: { default: 2 } },
      content: CELL,
      ...BLOCK,
      defining: true,
      parseDOM: [1, 2, 3, 4, 5, 6].map(heading),
      toDOM: (node): DOMOutputSpec => [`h${node.attrs.level}`, 0],
    },
    blockquote: { ...HOLDS_BLOCKS, ...around('blockquote') },
    bullet_list: { ...bulletList, ...LIST, attrs: LOOSE },
    ordered_list: { ...orderedList, ...LIST, attrs: { ...orderedList.attrs, ...LOOSE } },
    list_item: {
      ...listItem,
      attrs: { ...LOOSE, isDone: { default: null } },
      content: 'block+',
      toDOM: ({ attrs }): DOMOutputSpec => [
        'li',
        attrs.isDone === null ? {} : { 'data-done': String(attrs.isDone) },
        0,
      ],
    },
    code_block: {
      attrs: { info: { default: '' } },
      ...HOLDS_SOURCE,
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
      toDOM: (): DOMOutputSpec => ['pre', ['code', 0]],
    },
    /** Markdown that has no form of its own here, such as a footnote: shown and edited as it is written. */
    raw: {
      ...HOLDS_SOURCE,
      parseDOM: [{ tag: 'pre[data-raw]', preserveWhitespace: 'full', priority: 60 }],
      toDOM: (): DOMOutputSpec => ['pre', { 'data-raw': '' }, 0],
    },
    horizontal_rule: { ...BLOCK, ...alone('hr') },
    ...blockNodes,
    ...tables,
    // Between cells and rows there is nothing to type.
    table_row: { ...tables.table_row, allowGapCursor: false },
    table: {
      ...tables.table,
      allowGapCursor: false,
      toDOM: (): DOMOutputSpec => ['div', { class: 'table-scroll' }, ['table', ['tbody', 0]]],
    },
    text: { group: 'inline' },
    image: {
      attrs: { src: {}, alt: { default: '' }, title: { default: '' } },
      ...INLINE,
      draggable: true,
      parseDOM: [{ tag: 'img[src]', getAttrs: readImage }],
      toDOM: ({ attrs: { src, alt, title } }): DOMOutputSpec => [
        'img',
        { ...whereSafe('src', src), alt, title },
      ],
    },
    raw_inline: {
      attrs: { source: {} },
      ...INLINE,
      atom: true,
      toDOM: (node): DOMOutputSpec => ['span', { 'data-raw': '' }, node.attrs.source],
    },
    hard_break: {
      ...INLINE,
      selectable: false,
      linebreakReplacement: true,
      ...alone('br'),
    },
  },
  marks: {
    link: {
      attrs: { href: {}, title: { default: '' } },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: readLink }],
      toDOM: ({ attrs: { href, title } }): DOMOutputSpec => [
        'a',
        { ...whereSafe('href', href), ...(title === '' ? {} : { title }) },
        0,
      ],
    },
    strong: {
      parseDOM: [
        { tag: 'strong' },
        // Google Docs wraps everything it copies in a <b> that is not bold.
        { tag: 'b', getAttrs: (dom) => dom.style.fontWeight !== 'normal' && null },
        { style: 'font-weight=400', clearMark: (mark) => mark.type.name === 'strong' },
        { style: 'font-weight', getAttrs: isBold },
      ],
      toDOM: (): DOMOutputSpec => ['strong', 0],
    },
    em: {
      parseDOM: [
        { tag: 'i' },
        { tag: 'em' },
        { style: 'font-style=italic' },
        { style: 'font-style=normal', clearMark: (mark) => mark.type.name === 'em' },
      ],
      toDOM: (): DOMOutputSpec => ['em', 0],
    },
    strike: {
      parseDOM: [{ tag: 's' }, { tag: 'del' }, { style: 'text-decoration=line-through' }],
      toDOM: (): DOMOutputSpec => ['s', 0],
    },
    code: { code: true, ...around('code') },
  },
});

export const { nodes, marks } = schema;
