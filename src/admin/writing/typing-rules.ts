import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import type { MarkType } from 'prosemirror-model';
import { completeLink, isSafeLink } from '#platform/safe-link.ts';
import { marks, nodes } from './markdown/schema.ts';

/** '**bold**' becomes bold when its last sign is typed. */
const markRule = (pattern: RegExp, type: MarkType) =>
  new InputRule(pattern, (state, match, start, end) => {
    const [whole = '', words = ''] = match;
    if (words.trim() !== words || words === '') return null;
    const from = start + whole.indexOf(words);
    const { tr } = state;
    tr.delete(from + words.length, end).delete(start, from);
    tr.addMark(start, start + words.length, type.create());
    return tr.removeStoredMark(type);
  });

const rule = new InputRule(/^---$/, (state, _match, start, end) => {
  const $start = state.doc.resolve(start);
  if ($start.depth !== 1) return null;
  return state.tr.delete(start, end).insert($start.before(), nodes.horizontal_rule.create());
});

/** An address may hold brackets in pairs: the last one ends the link. */
const TYPED_LINK = /(?<!!)\[([^[\]]+)\]\(((?:[^\s()]|\([^\s()]*\))+)(?:\s+"([^"]*)")?\)$/;

/** '[words](address)' becomes a link when its last bracket is typed. */
const linkRule = new InputRule(TYPED_LINK, (state, match, start, end) => {
  const [, words = '', address = '', title = ''] = match;
  const href = completeLink(address);
  if (words.trim() === '' || !isSafeLink(href)) return null;
  const { tr } = state;
  const from = start + 1;
  tr.delete(from + words.length, end).delete(start, from);
  const stop = start + words.length;
  tr.removeMark(start, stop, marks.link);
  return tr.addMark(start, stop, marks.link.create({ href, title })).removeStoredMark(marks.link);
});

/** Typed Markdown becomes formatting. */
export const typingRules = () =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,4})\s$/, nodes.heading, ([, signs = '#']) => ({
        level: signs.length,
      })),
      wrappingInputRule(/^\s*([-+*])\s$/, nodes.bullet_list),
      wrappingInputRule(/^(\d{1,9})[.)]\s$/, nodes.ordered_list, ([, number]) => ({
        order: Number(number),
      })),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
      rule,
      markRule(/(?<!\*)\*\*([^*]+)\*\*$/, marks.strong),
      markRule(/(?<!\*)\*([^*]+)\*$/, marks.em),
      markRule(/~~([^~]+)~~$/, marks.strike),
      markRule(/`([^`]+)`$/, marks.code),
      linkRule,
    ],
  });
