import { sentencesOf, wordsOf } from './sentences.ts';

interface Page {
  title: string | null;
  text: string;
  whole: string;
}

/** Less of a page than this share of its last text is not that page. */
const LEAST_SHARE = 0.3;
/** So much of the last text says that it is still the same page, whatever else stands on it. */
const SAME_PAGE = 0.5;
/** The least that a page must have without a text to compare with. */
const LEAST_LENGTH = 200;
const SHORT = 1500;
const OPENING = 600;

const SAYS_NOT_THERE = 'The page says that it is not there';

/** Notices in the place of a page: in its title, or where its text begins. */
const WALLS: readonly (readonly [RegExp, string])[] = [
  [
    /captcha|not a robot|are you (?:a )?(?:human|robot)|you(?: are|['’]re) (?:a )?human|checking your browser|just a moment|unusual (?:traffic|activity)|attention required|pardon our interruption|access (?:is |to [\w ]{1,30})?(?:has been )?denied|(?:been|was|are|is) blocked|request (?:was )?blocked|verif\w+ your (?:browser|request|connection)|ddos protection|(?:human|security) (?:check|verification)|bot (?:detection|protection)/i,
    'The page wants to know whether a person reads it',
  ],
  [
    /(?:sign|log) ?in to (?:continue|view|read|see|access)|(?:please|must|need to) (?:sign|log) ?in|create an? (?:free )?account to/i,
    'The page asks to sign in',
  ],
  [
    /back (?:soon|shortly|online)|(?:under|scheduled|planned|undergoing|for) (?:\w+ )?maintenance|temporarily unavailable|service unavailable|something went wrong|internal (?:server )?error|try again later/i,
    'The page is out of order',
  ],
  [
    /(?:enable|turn on|requires?|needs?|without|allow) (?:javascript|cookies)|(?:javascript|cookies?) (?:is|are|must be) (?:disabled|required|enabled|off)/i,
    'The page shows its text only with JavaScript or cookies',
  ],
];
const NOT_THERE_TITLE = /\b404\b|\bnot found\b/i;
/** In a short line of its own: an article may speak of what others do not find. */
const NOT_THERE =
  /^(?:error )?(?:404|410)$|\b(?:404|410)\b.{0,30}\b(?:error|page|not found)|\berror (?:404|410)\b|\b(?:page|content|url|address|link)\b[^.!?]{0,60}\b(?:not (?:exist|available|found)|isn['’]t (?:here|available|there)|doesn['’]t exist|no longer (?:exists?|available|here)|(?:not|couldn['’]t|can['’]t|cannot) be found|been (?:moved|removed|deleted|retired))|\b(?:can(?:no|['’])t|can not|could(?: not|n['’]t)) (?:seem to )?find (?:the|that|this|what|a) (?:page|you|content|address)|^(?:oops|whoops)\b|\byou(?:['’]re| are| seem) (?:to be )?lost\b|^nothing (?:to see )?here|\blost (?:that|this|the) page\b/i;
const MAX_LINE = 160;
const CONSENT =
  /cookie|consent|privacy (?:settings|choices|preferences)|personali[sz]ed (?:ads|content|advertising)|process(?:ing)? (?:of )?(?:your )?personal data|legitimate interest|our (?:\d+ )?partners|tracking technolog|on (?:a|your) device|(?:manage|your) (?:preferences|choices)|accept all|reject all/i;

/** Frequent words of English, by which a page in another language is known. */
const ENGLISH = new Set('the and of to in for with is are that on from your our'.split(' '));

const englishShare = (text: string): number => {
  const words = wordsOf(text);
  return words.length === 0 ? 0 : words.filter((word) => ENGLISH.has(word)).length / words.length;
};

const lengthOf = (sentences: readonly string[]) =>
  sentences.reduce((sum, { length }) => sum + length, 0);

/** How much of the last text is still there, sentence by sentence. */
const shareLeft = (last: readonly string[], now: readonly string[]): number => {
  const here = new Set(now);
  return lengthOf(last.filter((sentence) => here.has(sentence))) / Math.max(1, lengthOf(last));
};

const withoutConsent = (sentences: readonly string[]) =>
  sentences.filter((sentence) => !CONSENT.test(sentence));

/** Why what was sent is not the page that was read before; null when it is one to look at. */
export const pageTrouble = (
  { title, text, whole }: Page,
  lastText: string | null,
): string | null => {
  if (NOT_THERE_TITLE.test(title ?? '')) return SAYS_NOT_THERE;
  const now = sentencesOf(text);
  const last = lastText === null ? null : sentencesOf(lastText);
  if (last && shareLeft(last, sentencesOf(whole)) >= SAME_PAGE) return null;
  // An article has no headings of the page around it.
  const opening = `${title ?? ''}\n${whole.slice(0, OPENING)}`;
  const lines = opening.split('\n').filter(({ length }) => length <= MAX_LINE);
  if (lines.some((line) => NOT_THERE.test(line.trim()))) return SAYS_NOT_THERE;
  const wall = WALLS.find(([words]) => words.test(opening));
  const isBrief = text.length < (last ? Math.max(SHORT, lengthOf(last) / 2) : SHORT);
  if (wall && isBrief) return wall[1];
  const words = lengthOf(withoutConsent(now));
  const before = last ? lengthOf(withoutConsent(last)) : null;
  if (before === null) return words < LEAST_LENGTH ? 'The page has hardly any text' : null;
  if (words < before * LEAST_SHARE) {
    const isConsent = lengthOf(now) >= lengthOf(last ?? []) * LEAST_SHARE;
    return isConsent
      ? 'The page speaks of cookies and consent only'
      : 'The page has less than 30 % of its last text';
  }
  if (englishShare(lastText ?? '') > 0.08 && englishShare(text) < 0.03)
    return 'The page is in another language now';
  return null;
};
