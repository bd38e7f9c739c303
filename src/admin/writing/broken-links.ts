import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { useEffect, useMemo } from 'react';
import { adminGet } from '#admin/api/admin-api.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { cardTypes } from './markdown/block-words.ts';
import { marks, nodes } from './markdown/schema.ts';

const CHECK_AFTER_MS = 600;
/** Of one call. */
const MAX_PATHS = 100;

/** Where a link or the card of an item leads. */
const hrefOf = (node: Node): string => {
  if (node.type !== nodes.item_card)
    return String(marks.link.isInSet(node.marks)?.attrs.href ?? '');
  const { word, slug } = node.attrs;
  return `${cardTypes().find(({ inText }) => inText === word)?.publicPath}/${slug}`;
};

const innerLinksOf = (doc: Node | undefined): string[] => {
  const found = new Set<string>();
  doc?.descendants((node) => {
    const href = hrefOf(node);
    if (/^\/(?!\/)/.test(href)) found.add(href);
  });
  return [...found];
};

/** Which of these addresses lead nowhere, however many they are. */
export const brokenQuery = (paths: readonly string[]) =>
  queryOptions({
    queryKey: ['/api/link-targets', paths],
    queryFn: async () => {
      const broken = new Set<string>();
      for (let at = 0; at < paths.length; at += MAX_PATHS) {
        const path = paths.slice(at, at + MAX_PATHS);
        for (const one of (await adminGet('/api/link-targets', { path })).broken) broken.add(one);
      }
      return broken;
    },
    staleTime: 0,
  });

const markBroken = ({ doc }: EditorState, broken: ReadonlySet<string>): DecorationSet => {
  const found: Decoration[] = [];
  doc.descendants((node, at) => {
    if (!broken.has(hrefOf(node))) return;
    const notice = { class: 'broken-link', title: 'No public page at this address' };
    const decorate = node.isBlock ? Decoration.node : Decoration.inline;
    found.push(decorate(at, at + node.nodeSize, notice));
  });
  return DecorationSet.create(doc, found);
};

/** Marks and counts inner links that lead nowhere, a moment after they were written. */
export const useBrokenLinks = (view: EditorView | null, doc: Node | undefined): number => {
  const rested = useDebounced(doc, CHECK_AFTER_MS);
  const paths = useMemo(() => innerLinksOf(rested), [rested]);
  const { data: broken } = useQuery({
    ...brokenQuery(paths),
    enabled: paths.length > 0,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    // With none known to be broken, the text is not walked through with every letter.
    view?.setProps({
      decorations: broken?.size ? (state) => markBroken(state, broken) : undefined,
    });
  }, [view, broken]);
  return paths.filter((path) => broken?.has(path)).length;
};
