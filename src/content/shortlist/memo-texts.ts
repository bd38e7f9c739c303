import type { Mark, Memo } from './decision.ts';
import { findDissent } from './marks.ts';
import type { Model } from './model.ts';
import type { Density } from './unconfirmed.ts';
import { sayDissent, sayVoice } from './verdict-words.ts';

/** A text of the memo. The print style shows its first lines; `whole` is for the annex, and empty when the page holds it all. */
export interface MemoText {
  title: string;
  onPage: string;
  whole: string;
}

/** What the page surely holds of one text, whatever its letters: less beside many vendors. */
const ROOM = { roomy: { width: 600, lines: 5 }, dense: { width: 230, lines: 2 } } as const;

/** Signs that take the room of two: capitals, and scripts with wide ones. */
const WIDE = /[^\p{Ll}\p{Nd}\p{P}\s]/gu;

const fits = (text: string, density: Density): boolean => {
  const { width, lines } = ROOM[density];
  const wide = text.match(WIDE)?.length ?? 0;
  return text.length + wide <= width && text.split('\n').length <= lines;
};

interface MemoSource {
  model: Model;
  memo: Memo;
  /** Of the vendors that are listed. */
  marks: readonly Mark[];
  choice: string;
  density: Density;
}

/** The texts of the memo by their headings; who dissents stands before why. */
export const writeMemoTexts = ({ model, memo, marks, choice, density }: MemoSource) => {
  const against = findDissent(marks, choice);
  const asText = (title: string, whole: string, short = whole): MemoText =>
    fits(whole, density) ? { title, onPage: whole, whole: '' } : { title, onPage: short, whole };
  const join = (lines: readonly string[]) => lines.filter(Boolean).join('\n');
  const voices = against.map((dissent) => sayVoice(model, dissent)).join('; ');
  return {
    reasons: asText('Why', memo.reasons),
    dissent: asText(
      'Dissent',
      join([...against.map((dissent) => sayDissent(model, dissent)), memo.dissent]),
      join([voices, memo.dissent]),
    ),
    questions: asText('Open questions', memo.questions),
  };
};
