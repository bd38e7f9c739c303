import { nameKey } from '#modules/search/names.ts';
import { tellingIn, wordsOf } from '#modules/search/words.ts';

interface Tool {
  title: string;
  path: string;
  text: string;
  /** Its title and synonyms. */
  names: readonly string[];
}

const tool = (title: string, path: string, names: string, text: string): Tool => ({
  title,
  path,
  text,
  names: [title, ...names.split(', ')],
});

/** Our own tools and pages. */
const TOOLS: readonly Tool[] = [
  tool(
    'Scorecard',
    '/shortlist',
    'score card, scoring, weighted scoring, criteria weights',
    'Weigh criteria over the evidence of the vendors on your shortlist.',
  ),
  tool(
    'Shortlist',
    '/shortlist',
    'short list, my shortlist, saved vendors',
    'The vendors that you keep, in this browser alone.',
  ),
  tool(
    'Decision memo',
    '/shortlist',
    'memo, selection memo, committee memo',
    'Print the decision with its criteria, evidence and open questions.',
  ),
  tool(
    'Feature matrix',
    '/features/matrix',
    'matrix, coverage matrix',
    'Which vendor documents which feature, with the page that says so.',
  ),
  tool(
    'Needs',
    '/needs',
    'my needs, needs finder, start from my needs, start from needs, vendors by needs',
    'Tick what you need: all vendors, ordered by what they document of it.',
  ),
  tool(
    'Open data',
    '/data',
    'csv, csv download, download csv, data download, download data, json, dataset, raw data, csv export',
    'Vendors, features and coverage as CSV and JSON.',
  ),
  tool(
    'Compare',
    '/compare',
    'comparison tool, compare tool, compare vendors, side by side',
    'Two to four platforms side by side, row by row.',
  ),
  tool(
    'Methodology',
    '/methodology',
    'how do you verify, how do you rank, how facts are checked',
    'How facts are found, checked and dated.',
  ),
  tool(
    'Contact',
    '/contact',
    'contact us, get in touch, report an error',
    'How to reach the editors.',
  ),
];

/** So many words may stand beside a name of several words; beside one word, as in 'csv import', none. */
const MAX_BESIDE = 1;

const called = TOOLS.flatMap((one) => one.names.map((name) => ({ one, words: wordsOf(name) })));

/** A single word may gain a plural and lose none: 'change' and 'need' ask for something else. */
const isCalled = (typed: readonly string[], name: readonly string[]) =>
  name.length === 1
    ? typed[0] === name[0] || typed[0] === `${name[0]}s`
    : nameKey(typed) === nameKey(name);

/** The tools that are named, and hardly anything besides. */
export const toolsNamed = (words: readonly string[]): Tool[] => {
  const found = called.filter(({ words: name }) => {
    const at = words.findIndex((_, from) => isCalled(words.slice(from, from + name.length), name));
    const beside = tellingIn(words.toSpliced(at, name.length, 'tool'));
    return at >= 0 && beside.length <= (name.length === 1 ? 0 : MAX_BESIDE);
  });
  const longest = Math.max(...found.map(({ words: name }) => name.length));
  return [
    ...new Set(found.filter(({ words: name }) => name.length === longest).map(({ one }) => one)),
  ];
};
