import type { Node } from 'prosemirror-model';
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { adminGet } from '#admin/api/admin-api.ts';
import { cardTypes } from './markdown/block-words.ts';
import { marks, nodes } from './markdown/schema.ts';

const CHECK_AFTER_MS = 600;
const MAX_PATHS = 100;

/** Addresses that were asked about, and whether a visitor finds nothing there. */
type CheckedLinks = ReadonlyMap<string, boolean>;

const key = new PluginKey<CheckedLinks>('broken-links');

const isInner = (href: string) => href.startsWith('/') && !href.startsWith('//');

/** Where a link or the card of an item leads. */
const hrefOf = (node: Node): unknown => {
  if (node.type !== nodes.item_card) return marks.link.isInSet(node.marks)?.attrs.href;
  const { word, slug } = node.attrs;
  return `${cardTypes().find(({ inText }) => inText === word)?.publicPath}/${slug}`;
};

const innerLinksOf = (doc: Node): Set<string> => {
  const found = new Set<string>();
  doc.descendants((node) => {
    const href = hrefOf(node);
    if (typeof href === 'string' && isInner(href)) found.add(href);
  });
  return found;
};

export const findBroken = async (paths: readonly string[]): Promise<Set<string>> =>
  new Set((await adminGet('/api/link-targets', { path: paths })).broken);

/** With none known to be broken, the text is not walked through with every letter. */
const hasBroken = (checked: CheckedLinks | undefined) => checked?.values().some(Boolean) ?? false;

export const countBroken = (state: EditorState): number => {
  const checked = key.getState(state);
  if (!hasBroken(checked)) return 0;
  return [...innerLinksOf(state.doc)].filter((href) => checked?.get(href)).length;
};

const markBroken = (state: EditorState): DecorationSet => {
  const checked = key.getState(state);
  if (!hasBroken(checked)) return DecorationSet.empty;
  const found: Decoration[] = [];
  state.doc.descendants((node, at) => {
    const href = hrefOf(node);
    if (!checked?.get(String(href))) return;
    const notice = { class: 'broken-link', title: 'No public page at this address' };
    const decorate = node.isBlock ? Decoration.node : Decoration.inline;
    found.push(decorate(at, at + node.nodeSize, notice));
  });
  return DecorationSet.create(state.doc, found);
};

/** Marks inner links that lead nowhere, a moment after they were written. */
export const brokenLinks = () =>
  new Plugin<CheckedLinks>({
    key,
    state: {
      init: () => new Map(),
      apply: (tr, before) => {
        const learnt: unknown = tr.getMeta(key);
        return learnt instanceof Map ? new Map([...before, ...learnt]) : before;
      },
    },
    props: { decorations: markBroken },
    view: (view) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const check = async () => {
        const checked = key.getState(view.state);
        const paths = [...innerLinksOf(view.state.doc)].filter((href) => !checked?.has(href));
        const asked = paths.slice(0, MAX_PATHS);
        if (asked.length === 0) return;
        // Offline, writing goes on; the links are checked with the next change.
        const broken = await findBroken(asked).catch(() => null);
        if (!broken || view.isDestroyed) return;
        const learnt = new Map(asked.map((href) => [href, broken.has(href)]));
        view.dispatch(view.state.tr.setMeta(key, learnt).setMeta('addToHistory', false));
      };
      const schedule = () => {
        clearTimeout(timer);
        timer = setTimeout(() => void check(), CHECK_AFTER_MS);
      };
      schedule();
      return {
        update: (_view, before) => {
          if (!before.doc.eq(view.state.doc)) schedule();
        },
        destroy: () => clearTimeout(timer),
      };
    },
  });
