import { nextPart, partOf } from '#content/shared/item-twin.server.ts';
import type { Twins } from '#content/shared/twin.ts';
import { link, paragraph, table } from '#content/shared/twin-blocks.server.ts';
import { GONE, NONE, sayCounts, sayDecision } from './ledger-words.ts';
import { correctionsSite } from './site.ts';

export const correctionsTwins: Twins = {
  [correctionsSite.folder]: async ({ get }, call) => {
    const { page, ...part } = partOf(call);
    const ledger = await get('/api/corrections/ledger', part);
    return {
      title: correctionsSite.area?.title ?? '',
      summary: correctionsSite.area?.text,
      blocks: [
        paragraph(sayCounts(ledger)),
        ...table(
          ['No.', 'Received', 'Decided', 'Page', 'Decision', 'Why'],
          ledger.items.map((entry) => [
            String(entry.id),
            entry.receivedOn,
            entry.decidedOn,
            entry.page ? link(entry.page.title, entry.page.path) : GONE,
            sayDecision(entry),
            entry.reason ?? '',
          ]),
        ),
        ...(ledger.total === 0 ? [paragraph(NONE)] : []),
        ...nextPart(correctionsSite.folder, page, ledger.total),
      ],
    };
  },
};
