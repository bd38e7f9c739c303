import { inArray, sql } from 'drizzle-orm';
import type { Effect, WriteContext } from '#kit/behaviour.server.ts';
import type { PartsOf } from '#kit/routes.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { invalid } from '#platform/errors.ts';
import { type Vendor, vendors } from '../vendors.collection.ts';

const table = tableOf(vendors);

const slugsOf = (vendor: Partial<Vendor> | null) =>
  (vendor?.alternativeChoices ?? []).map((choice) => choice.vendor);

/** A hand-picked alternative must be an existing vendor. */
export const requireExistingChoices = async (
  draft: Partial<Vendor>,
  { before, tx, viewer, isRestore }: WriteContext<Vendor>,
) => {
  // Files may bring the chosen vendor later, and a restore takes all as it was; pages skip unknown vendors.
  if (!viewer || isRestore) return;
  const existing = slugsOf(before);
  const added = slugsOf(draft).filter((slug) => !existing.includes(slug));
  if (added.length === 0) return;
  const rows = await tx.select({ slug: table.slug }).from(table).where(inArray(table.slug, added));
  const missing = added.find((slug) => !rows.some((row) => row.slug === slug));
  if (missing) throw invalid({ alternativeChoices: `No vendor has the slug ${missing}` });
};

/** Alternatives are chosen by their slugs, and stay chosen when these change. */
export const followChosenVendor =
  (partsOf: PartsOf): Effect =>
  async ({ before, after }, { name }, tx) => {
    if (name !== vendors.name || !before || !after || before.slug === after.slug) return;
    const [from, to] = [String(before.slug), String(after.slug)];
    const chosen = JSON.stringify([{ vendor: from }]);
    const rows = await tx
      .select({ id: table.id, choices: table.alternativeChoices })
      .from(table)
      .where(sql`${table.alternativeChoices}::jsonb @> ${chosen}::jsonb`)
      .orderBy(table.id);
    const { writer } = partsOf(vendors);
    for (const { id, choices } of rows) {
      const alternativeChoices = choices.map((choice) =>
        choice.vendor === from ? { ...choice, vendor: to } : choice,
      );
      // The server's own work: the right to rename a draft need not cover the items that name it.
      await writer.updateIn(tx, null, { id }, { alternativeChoices });
    }
  };
