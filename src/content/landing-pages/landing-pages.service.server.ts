import * as z from 'zod';
import type { Level } from '#content/coverage/coverage.collection.ts';
import { faq } from '#content/faq/faq.collection.ts';
import { pages } from '#content/pages/pages.collection.ts';
import { featuresOf } from '#content/shared/coverage/category-evidence.ts';
import { alignCoverage } from '#content/shared/coverage/cells.server.ts';
import { namedItem } from '#content/shared/coverage/coverage-schema.ts';
import { directoryCategoryOf, fitsPage, sayFit } from '#content/shared/fit.ts';
import type { ClaimAddress } from '#content/shared/root-address.server.ts';
import { type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import type { Behaviour, ReadContext } from '#kit/behaviour.server.ts';
import type { ItemOf } from '#kit/collection.ts';
import { responsesOf } from '#kit/responses.ts';
import type { TextRenderer } from '#kit/text-renderer.ts';
import { stripMarks } from '#platform/text/excerpt.ts';
import type { landingPages } from './landing-pages.collection.ts';

interface KeyFeatures {
  /** The content up to the key features, and from the next heading on. */
  before: string;
  after: string;
  /** The lines under the heading that start with '- ', as plain words (P15.08). */
  features: string[];
  /** The rest of that part as markdown, so that no text of an editor is lost. */
  notes: string;
}

const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const KEY_FEATURES = /^ {0,3}#{1,6}[ \t]+\**Key Features to Look For:?\**:?[ \t]*#*[ \t]*$/i;
/** A line indented under an item goes on with it. */
const ITEM = /^- (.*(?:\n[ \t]+\S.*)*)\n?/gm;
const FENCE = /^ {0,3}(?:```|~~~)/;

/**
 * Takes the 'Key Features to Look For' part out of a landing page's content (P15.09): it ends at the
 * next heading. Without that heading, or without any '- ' line under it, the content stays whole.
 */
export function splitKeyFeatures(content: string | null | undefined): KeyFeatures {
  const text = content ?? '';
  const whole = { before: text, after: '', features: [], notes: '' };
  const lines = text.split(/\r\n|\r|\n/);
  const headings = findHeadings(lines);
  const start = headings.find((index) => KEY_FEATURES.test(lines[index] ?? ''));
  if (start === undefined) return whole;
  const end = headings.find((index) => index > start) ?? lines.length;
  const part = lines.slice(start + 1, end).join('\n');
  const features = Array.from(part.matchAll(ITEM), ([, item]) => stripMarks(item)).filter(Boolean);
  if (features.length === 0) return whole;
  return {
    before: lines.slice(0, start).join('\n').trim(),
    after: lines.slice(end).join('\n').trim(),
    features,
    notes: part.replace(ITEM, '').trim(),
  };
}

/** A '#' in a code block is no heading. */
function findHeadings(lines: string[]): number[] {
  const headings: number[] = [];
  let isCode = false;
  for (const [index, line] of lines.entries()) {
    if (FENCE.test(line)) isCode = !isCode;
    else if (!isCode && HEADING.test(line)) headings.push(index);
  }
  return headings;
}

const question = z.object({
  id: z.int(),
  slug: z.string(),
  question: z.string(),
  answer: z.string(),
});

const counts = z.array(z.int()).meta({ description: 'One for each vendor, in their order' });
const covered = z.object({
  category: z.string(),
  features: z.int(),
  documented: counts,
  partial: counts,
});

const MAX_VENDORS = 4;
const MAX_FAQS = 5;
const FAQ_EXCERPT = 200;

type Groups = Awaited<ReturnType<typeof alignCoverage>>;

/** Counts each vendor's documented features by category; a category without any is left out. */
const countCovered = (groups: Groups, places: readonly number[]): z.infer<typeof covered>[] =>
  groups
    .map(({ category, rows }) => {
      const count = (level: Level) =>
        places.map((at) => rows.filter(({ cells }) => cells[at]?.level === level).length);
      return {
        category,
        features: rows.length,
        documented: count('documented'),
        partial: count('partial'),
      };
    })
    .filter(({ documented }) => documented.some((count) => count > 0));

/** The category's features of high importance: a buyer needs those first. */
const coreOf = (groups: Groups, landingCategory: string) => {
  const filed = directoryCategoryOf(landingCategory);
  const own = groups.find(({ category }) => filed && category === featuresOf(filed));
  return own?.rows.filter(({ feature }) => own.core.includes(feature.slug)) ?? [];
};

/** The editors' vendors, those that fit the page first; the page states the rule where all that are shown follow it. */
const selectVendors = async (
  { associatedVendorIds: ids, category }: ItemOf<typeof landingPages>,
  { readerOf }: ReadContext,
  groups: Groups,
) => {
  const core = coreOf(groups, category);
  const isFit = fitsPage(category);
  const fits = (vendor: Vendor) => {
    const levels = core.map(({ cells }) => cells[ids.indexOf(vendor.id)]?.level);
    // A category without a page that speaks of it is our own reading.
    return isFit(
      vendor,
      levels.some((level) => level && level !== 'absent'),
    );
  };
  const shown = (await readerOf(vendors).byIds(null, ids))
    .toSorted((one, other) => Number(fits(other)) - Number(fits(one)))
    .slice(0, MAX_VENDORS);
  const shownIds = shown.map(({ id }) => id);
  const places = shownIds.map((id) => ids.indexOf(id));
  return {
    needs: core.map(({ feature }) => feature),
    vendors: await readerOf(vendors).cardsByIds(null, shownIds),
    selection: shown.every(fits) ? sayFit(category) : null,
    covered: countCovered(groups, places),
  };
};

const responses = {
  detail: {
    keyFeatures: z.array(z.string()),
    needs: z.array(namedItem).meta({ description: 'Features that make the category of the page' }),
    vendors: z.array(responsesOf(vendors).card),
    selection: z.string().nullable().meta({ description: 'The rule of that list, for readers' }),
    covered: z.array(covered),
    faqs: z.array(question),
  },
};

export const createLandingBehaviour = (text: TextRenderer, claimAddress: ClaimAddress) =>
  ({
    prepare: async (draft, { tx }) => {
      if (draft.slug !== undefined) await claimAddress(tx, draft.slug, pages);
      return draft;
    },
    present: async (item, context) => {
      const { readerOf } = context;
      const { before, notes, after, features: keyFeatures } = splitKeyFeatures(item.content);
      const content = [before, notes, after].filter((part) => part !== '').join('\n\n');
      const options = { autoLink: true };
      const groups = await alignCoverage(context, item.associatedVendorIds);
      const questions = await readerOf(faq).byIds(null, item.associatedFaqIds);
      return {
        keyFeatures,
        ...(await selectVendors(item, context, groups)),
        html: {
          whatIs: await text.render(item.whatIs ?? '', options),
          content: await text.render(content, options),
        },
        faqs: questions.slice(0, MAX_FAQS).map(({ id, slug, question, answer }) => ({
          id,
          slug,
          question,
          answer: text.excerpt(answer, FAQ_EXCERPT),
        })),
      };
    },
    responses,
  }) satisfies Behaviour<typeof landingPages, typeof responses>;
