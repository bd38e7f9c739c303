import type { Page } from 'playwright-core';

/** How many pages the memo takes without its annex. */
export const countMemoPages = async (page: Page): Promise<number | undefined> => {
  const hidden = await page.addStyleTag({ content: '.memo-annex { display: none !important }' });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await hidden.evaluate((node) => (node as Element).remove());
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;
};
