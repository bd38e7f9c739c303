import * as z from 'zod';

const change = z.object({
  field: z.string(),
  label: z.string(),
  /** As in a cell; long texts are cut around the difference. */
  before: z.string(),
  after: z.string(),
});

const row = z
  .object({
    /** As a spreadsheet counts: the first row is the header. */
    row: z.int(),
    id: z.int().nullable(),
    title: z.string(),
    action: z.enum(['created', 'updated', 'refused']),
    changes: z.array(change),
    /** Why a row is refused, by field; `row` where it is no field's fault. */
    problems: z.record(z.string(), z.string()),
    /** Refused since the item changed after the file was made. */
    isStale: z.boolean(),
  })
  .meta({ id: 'ImportedRow' });

/** Result of an import or dry run; unchanged rows are counted and not listed. */
export const importReport = z
  .object({
    dryRun: z.boolean(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    rows: z.array(row),
  })
  .meta({ id: 'ImportReport' });

export type ImportReport = z.output<typeof importReport>;
export type ImportedRow = z.output<typeof row>;
export type ImportedChange = z.output<typeof change>;

const SHOWN = 400;
const BEFORE_IT = 40;

const cut = (text: string, from: number) => {
  const part = text.slice(from, from + SHOWN);
  return `${from > 0 ? '…' : ''}${part}${from + SHOWN < text.length ? '…' : ''}`;
};

/** Both texts from shortly before their first difference, each of a length that a screen can show. */
export const cutToDifference = (before: string, after: string): [string, string] => {
  const isShort = before.length <= SHOWN && after.length <= SHOWN;
  let same = 0;
  while (!isShort && same < before.length && before[same] === after[same]) same += 1;
  const from = Math.max(0, same - BEFORE_IT);
  return [cut(before, from), cut(after, from)];
};
