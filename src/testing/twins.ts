import { isFirstRank } from '#content/shared/coverage/first-rank.ts';
import { formatPartialDate } from '#content/shared/format-date.ts';

/** One source as a form of the guide has it. */
export type Source = Record<'rank' | 'source' | 'pageDate' | 'day', string>;

export const LEVELS: Record<string, string> = {
  Documented: 'documented',
  Partly: 'partial',
  'Says it does not': 'absent',
};

export const WORDS = Object.fromEntries(
  Object.entries(LEVELS).map(([words, level]) => [level, words]),
);

/** How a page names a fact that it does not know. */
export const MISSING: Record<string, string> = {
  ownership: 'owner',
  priceMeter: 'price meter',
  attestations: 'attestations',
  hosting: 'hosting',
  dataResidency: 'data location',
  founded: 'founding year',
  headquarters: 'headquarters',
  employeeCount: 'employees',
  customerCount: 'customers',
  minimumAssets: 'minimum assets',
  typicalClientSize: 'typical client size',
  pricing: 'pricing',
};
export const LISTS = ['features', 'useCases', 'integrations', 'supportOptions'];

export const fold = (text: string) => text.replace(/\s+/g, ' ');
/** Without what typesetting changes. */
export const letters = (text: string) => text.replace(/[^\p{L}\d]/gu, '');

export interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}
export const wordsOf = (node: Node): string =>
  node.value ?? (node.children ?? []).map(wordsOf).join('');
export const urlOf = (node: Node | undefined): string =>
  node?.children?.find(({ url }) => url)?.url ?? '';

/** As the pages write it: every other form has it as it was recorded. */
export const dateOf = (pageDate: string | null | undefined) =>
  pageDate && pageDate !== 'undated' ? formatPartialDate(pageDate) : '';
/** A link to a quote leads to its place on the page. */
export const bare = (url: string) => url.split('#:~:text')[0] ?? '';

export interface Read {
  url: string;
  publisher?: 'vendor' | 'press' | null;
  pageDate?: string | null;
  checkedOn?: string | null;
}
const HANDS = { true: 'first hand', false: 'second hand' } as const;
export const sourceOf = ({ url, publisher, pageDate, checkedOn }: Read): Source => ({
  rank: publisher ? HANDS[`${isFirstRank(publisher)}`] : '',
  source: url,
  pageDate: dateOf(pageDate),
  day: checkedOn?.slice(0, 10) ?? '',
});

/** One source as a box of evidence on a page has it. */
export const sourceIn = (box: Element | null | undefined): Source => {
  const source = box?.querySelector('.evidence-source');
  const words = source?.textContent ?? '';
  const [, rank = ''] = /^(First|Second) rank/.exec(words) ?? [];
  const [, date = ''] =
    /page of (.+?)(?:, (?:read live on|checked|found with) |\.$)/.exec(words) ?? [];
  return {
    rank: rank && `${rank.toLowerCase()} hand`,
    source: bare(source?.querySelector('a')?.getAttribute('href') ?? ''),
    pageDate: date,
    day: source?.querySelector('time')?.getAttribute('dateTime')?.slice(0, 10) ?? '',
  };
};

export interface McpEvidence {
  rank: string | null;
  url: string;
  pageDate: string | null;
  checkedOn: string | null;
}
export const sourceOfMcp = ({ rank, url, pageDate, checkedOn }: McpEvidence): Source => ({
  rank: rank ?? '',
  source: url,
  pageDate: dateOf(pageDate),
  day: checkedOn ?? '',
});
