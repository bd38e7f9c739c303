import { diffLines, diffWordsWithSpace } from 'diff';

interface DifferenceProps {
  before: string;
  after: string;
}

const LONG = 20_000;
/** Enough of the text before it to see where one is. */
const LINES_ABOVE = 48;

const showFirst = (box: HTMLElement | null) => {
  const first = box?.querySelector<HTMLElement>('ins, del');
  if (box && first) box.scrollTop = first.offsetTop - box.offsetTop - LINES_ABOVE;
};

/** Removed and added text, word by word; by line in very long texts. A long one opens at its first difference. */
export function Difference({ before, after }: DifferenceProps) {
  const isLong = before.length + after.length > LONG;
  const parts = isLong ? diffLines(before, after) : diffWordsWithSpace(before, after);
  return (
    <p
      ref={showFirst}
      className="max-h-80 overflow-y-auto border border-line bg-raised px-3 py-2 text-sm whitespace-pre-wrap"
    >
      {parts.map((part, index) => {
        const key = `${index}`;
        if (part.added)
          return (
            <ins key={key} className="bg-positive/10 text-positive decoration-1">
              {part.value}
            </ins>
          );
        if (part.removed)
          return (
            <del key={key} className="text-danger decoration-1">
              {part.value}
            </del>
          );
        return <span key={key}>{part.value}</span>;
      })}
    </p>
  );
}
