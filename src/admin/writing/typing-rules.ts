import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import type { MarkType } from 'prosemirror-model';
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
    ],
  });
