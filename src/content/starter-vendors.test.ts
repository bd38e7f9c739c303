import { describe, expect, it } from 'vitest';
import { type Draft, isFilled, of, slugsOf, textsOf } from '#testing/starter.ts';
import { featuresOf } from './shared/coverage/category-evidence.ts';
import { directoryCategoryOf, fitsPage } from './shared/fit.ts';
import { SOURCED_FACTS } from './vendors/vendors.collection.ts';

/** The page that asks for no category. */
const BEST_OF = 'best-family-office-software';

describe('STARTER vendor facts', () => {
  const FACTS: string[] = [
    ...SOURCED_FACTS,
    'website',
    'typicalClientSize',
    'attestations',
    'description',
    'features',
    'useCases',
    'integrations',
    'supportOptions',
  ];
  /** Facts that a profile shows from its sources alone. */
  const FURTHER_FACTS = ['api', 'sso', 'custodianFeeds', 'languages', 'status', 'other'];
  const FIRST_DAY = '2026-11-14';
  type Source = Partial<
    Record<'field' | 'finding' | 'url' | 'note' | 'checkedOn' | 'readIn', string>
  >;
  const sourcesOf = (vendor: Draft) => vendor.sources as Source[];

  it('STARTER every fact has a source, and every source a fact', () => {
    for (const vendor of of('vendors')) {
      const cited = new Set(sourcesOf(vendor).map(({ field }) => field));
      const filled = FACTS.filter((key) => isFilled(vendor[key]));
      expect(
        filled.filter((key) => !cited.has(key)),
        String(vendor.slug),
      ).toEqual([]);
      for (const { field, url, finding, note, checkedOn, readIn } of sourcesOf(vendor)) {
        const name = `${vendor.slug} ${field} ${url}`;
        expect([...FACTS, ...FURTHER_FACTS], name).toContain(field);
        expect(url, name).toMatch(/^https?:\/\//);
        expect(finding ?? note, name).toBeTruthy();
        expect(readIn, name).toBe('stored copy');
        // A finding has its check date; an older reference has a note instead.
        if (finding) expect(checkedOn, name).toBeTruthy();
        if (checkedOn) expect(checkedOn >= FIRST_DAY, name).toBe(true);
      }
      expect(String(vendor.lastVerifiedAt) >= FIRST_DAY, String(vendor.slug)).toBe(true);
      expect(isFilled(vendor.about), String(vendor.slug)).toBe(true);
    }
  });

  it('STARTER a profile asks at most ten questions that a buyer can put in writing', () => {
    for (const { slug, questions } of of('vendors')) {
      const asked = questions as string[];
      expect(asked.length, String(slug)).toBeGreaterThan(0);
      expect(asked.length, String(slug)).toBeLessThanOrEqual(10);
      for (const question of asked) {
        expect(question.length, question).toBeLessThanOrEqual(250);
        expect(question, String(slug)).toContain('?');
      }
    }
  });

  it('STARTER what is unknown stays empty, and nothing is rated', () => {
    for (const vendor of of('vendors')) {
      const values = FACTS.flatMap((key) => textsOf(vendor[key]));
      for (const value of values) {
        expect(value).not.toMatch(/^(?:n\/?a|unknown|none|not (?:specified|available)|-|\?)\.?$/i);
      }
      for (const key of ['g2Url', 'capterraUrl', 'logo', 'clearbitLogoUrl', 'logoUpload']) {
        expect(vendor[key], `${vendor.slug} ${key}`).toBeUndefined();
      }
    }
  });

  /** The page's category has evidence on one of its core features, which are those of high importance. */
  const isProven = (slug: unknown, page: string) => {
    const filed = featuresOf(directoryCategoryOf(page) ?? '');
    const core = of('features')
      .filter(({ category, importance }) => category === filed && importance === 'High')
      .map((feature) => feature.slug);
    return of('coverage').some(
      ({ vendorId, featureId, level }) =>
        vendorId === slug && level !== 'absent' && core.includes(featureId),
    );
  };

  const filedAs = ({ markets, categories }: Draft) => ({
    markets: textsOf(markets),
    categories: textsOf(categories),
  });

  /** Vendors that fit, with most documented of these features; those in part decide a tie, then the name. */
  const mostDocumented = (slugs: readonly string[], page: string, counts = isProven): string[] => {
    const rows = of('coverage').filter(({ featureId }) => slugs.includes(String(featureId)));
    const countOf = (vendor: Draft, level: string) =>
      rows.filter((row) => row.vendorId === vendor.slug && row.level === level).length;
    return of('vendors')
      .filter((vendor) => fitsPage(page)(filedAs(vendor), counts(vendor.slug, page)))
      .map((vendor) => ({
        slug: String(vendor.slug),
        name: String(vendor.name),
        documented: countOf(vendor, 'documented'),
        partly: countOf(vendor, 'partial'),
      }))
      .toSorted(
        (a, b) =>
          b.documented - a.documented || b.partly - a.partly || a.name.localeCompare(b.name),
      )
      .filter(({ documented, partly }) => documented + partly > 0)
      .map(({ slug }) => slug);
  };

  it('STARTER the figures on silence in /methodology are those of the evidence', () => {
    const text = String(of('pages').find(({ slug }) => slug === 'methodology')?.content);
    const cells = of('coverage');
    const answersOf = (slug: unknown) => cells.filter((row) => row.vendorId === slug);
    const offices = of('vendors').filter(({ markets }) =>
      ((markets ?? []) as string[]).some((market) => market.endsWith('Family Offices')),
    );
    const features = of('features').length;
    const answers = offices.map(({ slug }) => answersOf(slug).length).toSorted((a, b) => a - b);
    const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
    const gaps = (list: readonly number[]) => list.length * features - sum(list);
    const number = (value: number) => value.toLocaleString('en');
    expect(text).toContain(
      `Of the ${of('vendors').length} profiles on November 19, 2026, ${offices.length} have`,
    );
    expect(text).toContain(
      `${sum(answers)} answers of a possible ${number(offices.length * features)}, and eighteen of the ${offices.length} account for ${number(gaps(answers.slice(0, 18)))} of the ${number(gaps(answers))} gaps`,
    );
    const thin = offices.filter(
      ({ slug }) => !answersOf(slug).some(({ level }) => level === 'documented'),
    );
    expect([thin.length, answers.filter((count) => count === 0).length]).toEqual([8, 2]);
  });

  it('STARTER the featured vendors follow the rule that /methodology states', () => {
    const best = mostDocumented(slugsOf('features'), BEST_OF).slice(0, 3);
    expect(best).toEqual(['canopy', 'addepar', 'orca']);
    const featured = of('vendors').filter(({ isFeatured }) => isFeatured === true);
    expect(featured.map(({ slug }) => String(slug)).toSorted()).toEqual(best.toSorted());
    const methodology = String(of('pages').find(({ slug }) => slug === 'methodology')?.content);
    const counted = of('coverage');
    const countOf = (slug: string, level: string) =>
      counted.filter((row) => row.vendorId === slug && row.level === level).length;
    for (const slug of best) {
      // The first of the three has the words, the others the numbers alone.
      const [, documented, partly] =
        new RegExp(`\\(/vendors/${slug}\\) \\((\\d+)(?: documented,| and) (\\d+)`).exec(
          methodology,
        ) ?? [];
      expect([slug, Number(documented), Number(partly)]).toEqual([
        slug,
        countOf(slug, 'documented'),
        countOf(slug, 'partial'),
      ]);
      const vendor = of('vendors').find((one) => one.slug === slug);
      expect(vendor?.markets, slug).toContain('Single Family Offices');
    }
  });

  it('STARTER a feature page asks as many questions as its description promises', () => {
    const counts: Record<string, number> = { three: 3, four: 4, five: 5, six: 6 };
    const promised = of('features').flatMap(({ slug, content, metaDescription }) => {
      const [, word = ''] = /\b(\w+) questions\b/.exec(String(metaDescription)) ?? [];
      const [, asked = ''] = String(content).split('## Ask for these on screen\n');
      const listed = asked.split('\n## ')[0]?.match(/^- /gm)?.length;
      return counts[word] ? [[slug, counts[word], listed]] : [];
    });
    expect(promised.length).toBeGreaterThan(2);
    for (const [slug, count, listed] of promised) expect([slug, listed]).toEqual([slug, count]);
  });

  /** The category whose features a landing page counts; without one it counts them all. */
  const countedCategory = (page: Draft | undefined) => {
    const [, rule = ''] = String(page?.content).split('## How the vendors below were chosen\n\n');
    expect(rule, String(page?.slug)).toMatch(/pages document|document the most/);
    return /under \[([^\]]+)\]\(\/features\?category=/.exec(rule)?.[1];
  };

  const bestOf = (category: string | undefined, page: string, counts = isProven) =>
    mostDocumented(
      of('features')
        .filter((one) => !category || one.category === category)
        .map(({ slug }) => String(slug)),
      page,
      counts,
    );

  it('EVIDENCE the vendors of each landing page follow the rule that the page states', () => {
    for (const page of of('landing-pages')) {
      const counted = countedCategory(page);
      const category = String(page.category);
      const best = bestOf(counted, category);
      const isShort = best.length < 3;
      // A page shows three: where fewer have evidence, those filed by our own reading follow, and it says so.
      const all = [...new Set([...best, ...bestOf(counted, category, () => true)])];
      expect(page.associatedVendorIds, String(page.slug)).toEqual(
        isShort ? all.slice(0, 3) : best.slice(0, 6),
      );
      expect(String(page.content).includes('by our own reading'), String(page.slug)).toBe(isShort);
    }
  });

  it('EVIDENCE each row of the best-of table follows the rule beneath it', () => {
    const pages = of('landing-pages');
    const content = String(
      pages.find(({ slug }) => slug === 'best-family-office-software')?.content,
    );
    const rows = [...content.matchAll(/^\| [^|]+ \| \[[^\]]+\]\(\/([^)]+)\) \| (.+) \|$/gm)];
    expect(rows).toHaveLength(6);
    for (const [, job = '', cells = ''] of rows) {
      const page = pages.find(({ slug }) => slug === job);
      const category =
        new URLSearchParams(job.split('?')[1]).get('category') ?? countedCategory(page);
      expect(category, job).toBeTruthy();
      const named = [...cells.matchAll(/\(\/vendors\/([^)]+)\)/g)].map(([, slug]) => slug);
      expect([job, ...named]).toEqual([
        job,
        ...bestOf(category, String(page?.category ?? BEST_OF)).slice(0, 4),
      ]);
    }
  });
});
