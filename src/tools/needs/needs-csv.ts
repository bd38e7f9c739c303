import { sayQuoteState } from '#content/shared/coverage/evidence-words.ts';
import { sayStated } from '#content/shared/coverage/stated.ts';
import { AGE_WORDS, handOf, strengthOf } from '#content/shared/coverage/strength.ts';
import { toCsv } from '#platform/csv.ts';
import type { Need } from './asked-needs.server.ts';
import type { Matched } from './needs.schema.ts';

const HEAD =
  'rank,vendor,need,must-have,level,source,publisher,page date,page age,address,checked on,quote,quote state,question,vendor states'.split(
    ',',
  );

const leftOut = (count: number): string[][] =>
  count > 0 ? [['', `Left out, for want of room: ${count} more vendors`]] : [];

/** A line for each vendor and need, in the order of the list; a gap has the question to ask. */
export const needsCsv = (
  needs: readonly Need[],
  matches: readonly Matched[],
  total: number,
): string =>
  toCsv([
    HEAD,
    ...matches.flatMap(({ rank, vendor, cells, stated }) =>
      needs.map(({ name, isMust, question }, at) => {
        const cell = cells[at];
        const own = [String(rank), vendor.name, name, isMust ? 'yes' : 'no'];
        const word = sayStated(stated?.[at]);
        if (!cell) return [...own, 'not confirmed', ...Array<string>(8).fill(''), question, word];
        const strength = strengthOf(cell);
        return [
          ...own,
          cell.level,
          handOf(strength),
          cell.publisher,
          cell.pageDate ?? '',
          AGE_WORDS[strength.age],
          cell.url,
          cell.checkedOn.slice(0, 10),
          cell.quote ?? '',
          sayQuoteState(cell),
          cell.level === 'documented' ? '' : question,
          word,
        ];
      }),
    ),
    ...leftOut(total - matches.length),
  ]);
