import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

export interface Findings {
  violations: Finding[];
  /** Left to a human eye. */
  incomplete: Finding[];
}

/** All that another theme can change. */
export const COLORS = ['color-contrast'];

/** Colors that are still on their way from one theme to the other would be judged halfway. */
const holdStill = (page: Page) =>
  page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
  });

/** Looks at the page as it stands, by all rules or by those named, but for those left out. */
export const runAxe = async (
  page: Page,
  rules?: readonly string[],
  leftOut: readonly string[] = [],
): Promise<Findings> => {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await holdStill(page);
    await page.evaluate(AXE);
  }
  return page.evaluate(
    async ([runOnly, without]) => {
      const { axe } = window as unknown as {
        axe: { run(root: Document, options: object): Promise<Findings> };
      };
      // Nothing that is judged here needs the style sheets fetched again.
      const options = {
        preload: false,
        resultTypes: ['violations', 'incomplete'],
        rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])),
      };
      return axe.run(document, runOnly ? { ...options, runOnly } : options);
    },
    [rules, leftOut] as const,
  );
};

export const findViolations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  const { violations } = await runAxe(page, rules);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};
