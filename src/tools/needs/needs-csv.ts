import { isFirstRank } from '#content/shared/coverage/first-rank.ts';
import { sayStated } from '#content/shared/coverage/stated.ts';
import { toCsv } from '#platform/csv.ts';
import type { Need } from './asked-needs.server.ts';
import type { Matched } from './needs.schema.ts';

const HEAD =
  'rank,vendor,need,must-have,level,source,publisher,page date,address,checked on,question,vendor states'.split(
    ',',
  );

/** A line for each vendor and need, in the order of the list; a gap has the question to ask. */
export const needsCsv = (needs: readonly Need[], matches: readonly Matched[]): string =>
  toCsv([
    HEAD,
    ...matches.flatMap(({ rank, vendor, cells, stated }) =>
      needs.map(({ name, isMust, question }, at) => {
        const cell = cells[at];
        const own = [String(rank), vendor.name, name, isMust ? 'yes' : 'no'];
        const word = sayStated(stated?.[at]);
        if (!cell) return [...own, 'not confirmed', '', '', '', '', '', question, word];
        return [
          ...own,
          cell.level,
          isFirstRank(cell.publisher) ? 'first hand' : 'second hand',
          cell.publisher,
          cell.pageDate ?? '',
          cell.url,
          cell.checkedOn.slice(0, 10),
          cell.level === 'documented' ? '' : question,
          word,
        ];
      }),
    ),
  ]);
