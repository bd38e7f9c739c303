import { typeset } from '#platform/text/typeset.ts';
import type { HtmlContent, HtmlElement, HtmlTree } from './hast.ts';

const CODE = new Set(['code', 'pre']);
/** Where a text begins anew. */
const BLOCKS = new Set(
  'blockquote br h1 h2 h3 h4 h5 h6 hr li ol p section table td th tr ul'.split(' '),
);

/** Sets the words of a tree, in place; code is left as it was written. */
export function typesetTree(tree: HtmlTree): void {
  let last = '';
  function visit(parent: HtmlElement | HtmlTree): void {
    for (const child of parent.children as HtmlContent[]) {
      if (child.type === 'text') {
        child.value = typeset(child.value, last);
        last = child.value.at(-1) ?? last;
      }
      if (child.type !== 'element') continue;
      if (BLOCKS.has(child.tagName)) last = '';
      if (CODE.has(child.tagName)) last = 'x';
      else visit(child);
      if (BLOCKS.has(child.tagName)) last = '';
    }
  }
  visit(tree);
}
