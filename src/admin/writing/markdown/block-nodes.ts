import type { DOMOutputSpec, Node, NodeSpec } from 'prosemirror-model';
import { CALLOUTS } from '#platform/text/blocks.ts';

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
    group: 'block',
    atom: true,
    draggable: true,
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
