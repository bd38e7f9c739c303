import { Plugin } from 'prosemirror-state';
import { canJoin } from 'prosemirror-transform';
import { nodes } from './markdown/schema.ts';

const LISTS = [nodes.bullet_list, nodes.ordered_list];

/** Two lists of a kind with nothing between them are one list in Markdown: so they are here. */
export const joinLists = () =>
  new Plugin({
    appendTransaction: (transactions, _before, { doc, tr }) => {
      if (!transactions.some((each) => each.docChanged)) return null;
      const seams: number[] = [];
      doc.forEach((node, offset, at) => {
        const previous = at > 0 ? doc.child(at - 1) : null;
        if (previous?.type === node.type && LISTS.includes(node.type)) seams.push(offset);
      });
      for (const seam of seams.reverse()) if (canJoin(tr.doc, seam)) tr.join(seam);
      return tr.docChanged ? tr : null;
    },
  });
