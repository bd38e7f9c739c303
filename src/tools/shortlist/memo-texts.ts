import type { Decision } from './decision.ts';
import { findDissent } from './marks.ts';
import type { Model } from './model.ts';
import type { Density } from './unconfirmed.ts';
import { sayDissent } from './verdict-words.ts';

/** A text of the memo, split without overlap between the first page and the annex. */
export interface MemoText {
  title: string;
  onPage: string;
  rest: string;
}

/** Ends a cut text, and takes its own room there. */
export const GOES_ON = ' … (goes on in the annex)';

/** Room for one text on the page, in rows of so many characters: less beside many vendors. */
const ROOM = { roomy: { rows: 5, width: 125 }, dense: { rows: 2, width: 127 } } as const;

/** Signs that take the room of two: capitals, and scripts with wide ones. */
const WIDE = /[^\p{Ll}\p{Nd}\p{P}\s]/gu;

const fits = (text: string, density: Density): boolean => {
  const room = ROOM[density];
  const rows = text.split('\n').map((line) => {
    const wide = line.match(WIDE)?.length ?? 0;
    return Math.max(1, Math.ceil((line.length + wide) / room.width));
  });
  return rows.reduce((sum, count) => sum + count, 0) <= room.rows;
};

/** Cut after a word, or within one that alone is too long. */
export const splitText = (title: string, text: string, density: Density): MemoText => {
  if (fits(text, density)) return { title, onPage: text, rest: '' };
  let end: number = ROOM[density].rows * ROOM[density].width;
  while (!fits(text.slice(0, end) + GOES_ON, density)) end -= 1;
  const space = text.slice(0, end + 1).search(/\s\S*$/);
  if (space > end / 2) end = space;
  return { title, onPage: text.slice(0, end).trimEnd(), rest: text.slice(end).trimStart() };
};

/** The buyer's own texts by heading; dissenting marks precede the reasons. */
export const writeMemoTexts = (
  model: Model,
  { memo, marks }: Pick<Decision, 'memo' | 'marks'>,
  density: Density,
) => {
  const against = findDissent(marks, memo.choice).map((dissent) => sayDissent(model, dissent));
  return {
    reasons: splitText('Why', memo.reasons, density),
    dissent: splitText('Dissent', [...against, memo.dissent].filter(Boolean).join('\n'), density),
    questions: splitText('Open questions', memo.questions, density),
  };
};
