import type rehypeSanitize from 'rehype-sanitize';

type Root = ReturnType<ReturnType<typeof rehypeSanitize>>;
export type HtmlElement = Extract<Root['children'][number], { type: 'element' }>;
export type HtmlContent = HtmlElement['children'][number];
export type HtmlText = Extract<HtmlContent, { type: 'text' }>;

/** A fragment: it holds what an element may hold. */
export interface HtmlTree extends Root {
  children: HtmlContent[];
}

export const asFragment = (root: Root): HtmlTree => ({
  ...root,
  children: root.children.filter((child) => child.type !== 'doctype'),
});

export function makeText(value: string): HtmlText {
  return { type: 'text', value };
}

export function makeElement(
  tagName: string,
  properties: HtmlElement['properties'],
  children: HtmlContent[],
): HtmlElement {
  return { type: 'element', tagName, properties, children };
}

export function textOf(node: HtmlContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  return node.children.map(textOf).join('');
}
