/** The markets that a vendor names when it serves family offices. */
export const FAMILY_OFFICES = ['Single Family Offices', 'Multi-Family Offices'];

/** The directory's category behind that of a landing page; the others ask for none. */
const CATEGORY_OF: Readonly<Record<string, string>> = {
  'accounting-software': 'Accounting',
  'portfolio-management': 'Portfolio Management',
  'reporting-tools': 'Reporting',
  'data-aggregation': 'Data Aggregation',
  'family-office-crm': 'CRM & Client Portal',
  'investment-management': 'Portfolio Management',
  'compliance-software': 'Security & Compliance',
};

export const directoryCategoryOf = (landingCategory: string): string | undefined =>
  CATEGORY_OF[landingCategory];

interface Filed {
  markets: readonly string[];
  categories: readonly string[];
}

/** A list that recommends needs vendors for family offices, in the category of its page by evidence. */
export const fitsPage =
  (landingCategory: string) =>
  ({ markets, categories }: Filed, isProven: boolean): boolean => {
    const category = directoryCategoryOf(landingCategory);
    return (
      markets.some((market) => FAMILY_OFFICES.includes(market)) &&
      (category === undefined || (categories.includes(category) && isProven))
    );
  };

export const sayFit = (landingCategory: string): string => {
  const category = directoryCategoryOf(landingCategory);
  return `Only vendors that serve family offices${category ? ` and are filed under ${category} by evidence` : ''} are shown here; no place is for sale.`;
};
