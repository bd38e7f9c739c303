import { sql } from 'drizzle-orm';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { type StyleGuide, styleGuides } from './style-guides.collection.ts';

const table = tableOf(widen(styleGuides));

export const styleGuideBehaviour: Behaviour<StyleGuide> = {
  /** At most one guide is active: the newest that asks for it. */
  after: async (change, tx) => {
    const guide = change.after as StyleGuide | null;
    if (!guide?.isActive) return;
    await tx.execute(
      sql`update ${table} set is_active = false, version = version + 1 where is_active and id <> ${guide.id}`,
    );
  },
};
