import type { DOMOutputSpec, Node, NodeSpec } from 'prosemirror-model';

const attr = (dom: HTMLElement, name: string) => dom.getAttribute(name) ?? '';

/** Blocks that Markdown says in signs of its own (decision 0069). */
export const blockNodes = {
  callout: {
    attrs: { kind: { default: 'note' } },
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [
      {
        tag: 'div[data-callout]',
        getAttrs: (dom: HTMLElement) => ({ kind: attr(dom, 'data-callout') }),
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
    group: 'block',
    atom: true,
    draggable: true,
    parseDOM: [
      {
        tag: 'div[data-card-slug]',
        getAttrs: (dom: HTMLElement) => ({
          word: attr(dom, 'data-card-word'),
          slug: attr(dom, 'data-card-slug'),
        }),
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
    group: 'block',
    atom: true,
    draggable: true,
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
