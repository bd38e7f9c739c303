import type rehypeSanitize from 'rehype-sanitize';

export type HtmlTree = ReturnType<ReturnType<typeof rehypeSanitize>>;
export type HtmlNode = HtmlTree['children'][number];
export type HtmlElement = Extract<HtmlNode, { type: 'element' }>;
export type HtmlContent = HtmlElement['children'][number];
export type HtmlText = Extract<HtmlNode, { type: 'text' }>;

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

export function textOf(node: HtmlNode): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  return node.children.map(textOf).join('');
}
