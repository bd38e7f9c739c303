import { inArray, sql } from 'drizzle-orm';
import type { Change, WriteContext } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Writer } from '#kit/write.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { invalid } from '#platform/errors.ts';
import { type Vendor, vendors } from '../vendors.collection.ts';

const table = tableOf(vendors);

const slugsOf = (vendor: Partial<Vendor> | null) =>
  (vendor?.alternativeChoices ?? []).map((choice) => choice.vendor);

/** Whoever chooses an alternative by hand names a vendor that there is. */
export const requireExistingChoices = async (
  draft: Partial<Vendor>,
  { before, tx, viewer, isRestore }: WriteContext<Vendor>,
) => {
  // Files may bring the chosen vendor later, and from the history everything comes as it was; a page leaves out whom it does not know.
  if (!viewer || isRestore) return;
  const existing = slugsOf(before);
  const added = slugsOf(draft).filter((slug) => !existing.includes(slug));
  if (added.length === 0) return;
  const rows = await tx.select({ slug: table.slug }).from(table).where(inArray(table.slug, added));
  const missing = added.find((slug) => !rows.some((row) => row.slug === slug));
  if (missing) throw invalid({ alternativeChoices: `No vendor has the slug ${missing}` });
};

/** Alternatives are chosen by their slugs, and stay chosen when these change. */
export const followChosenVendor = async (
  { before, after }: Change,
  { name }: Collection,
  { tx, writer }: { tx: Executor; writer: Writer<typeof vendors> },
) => {
  if (name !== vendors.name || !before || !after || before.slug === after.slug) return;
  const [from, to] = [String(before.slug), String(after.slug)];
  const chosen = JSON.stringify([{ vendor: from }]);
  const rows = await tx
    .select({ id: table.id, choices: table.alternativeChoices })
    .from(table)
    .where(sql`${table.alternativeChoices}::jsonb @> ${chosen}::jsonb`)
    .orderBy(table.id);
  for (const { id, choices } of rows) {
    const alternativeChoices = choices.map((choice) =>
      choice.vendor === from ? { ...choice, vendor: to } : choice,
    );
    // The server's own work: whoever may rename a draft need not be allowed to change what names it.
    await writer.updateIn(tx, null, { id }, { alternativeChoices });
  }
};
