import { negationsIn } from '#modules/quotes/negations.ts';
import { wordsOf } from '#modules/quotes/sentences.ts';
import { isSaidOf, type Subject } from './page-says.ts';

const OFFER =
  '(?:(?:offer|provid|includ|support|keep|contain|sell|deliver|maintain|featur)\\w*|ha(?:ve|s|d|ving)|comes? with)';
const CLAUSES = /[,;:.!?()–—]|\b(?:but|because|although|though)\b/i;
/** Of whoever reads it, or only in a case. */
const CONDITION = /\b(?:if|when|unless|whether|while|where|who|whose|that|which|you|your)\b/i;
/** Not offered in a part of the product is offered in another. */
const LIMITED = /\b(?:plans?|editions?|tiers?|trials?|demo|free|basic|mobile|offline)\b/i;
/** What a feature is not offered for comes after these. */
const FURTHER = /\b(?:about|as|at|by|for|from|in|inside|of|on|outside|to|with|within)\b/i;
const AFTER_NAME = /\s+(?:yet|today|currently|itself|modules?|features?|functionality)\s*$/i;

/** Whoever speaks, the denial, and what is not offered. */
const ACTIVE = [
  `(?:not|never|no longer|cannot|n['’]t|unable to|incapable of|stop(?:s|ped)?|ceas(?:ed|es)(?: to)?|fail(?:s|ed) to)(?:\\s+\\w+){0,2}?\\s+${OFFER}`,
  `${OFFER}\\s+no`,
  '(?:lacks?|excludes?|discontinued|retired|withdrew|removed|dropped|phased out)',
].map((denial) => new RegExp(`^(.*?)(?:\\b|(?=n['’]t))${denial}\\s+(.*)$`, 'i'));
const PASSIVE =
  /^(.*?)\s+(?:is|are|was|were|(?:has|have) been)(?:n['’]t|\s+(?:not|no longer|never))?(?:\s+currently|\s+yet)?\s+(?:offered|available|supported|included|provided|unavailable|unsupported|discontinued|retired|excluded|withdrawn|removed)(?:\s+(?:yet|today|anymore|by us))?\s*$/i;

const stemsOf = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => word.length > 3)
    .map((word) => word.slice(0, 5));

/** Whether the words say in one clause that the vendor does not offer a feature: a denial beside its name says nothing. */
export const deniesFeature = (words: string, name: string, subject: Subject): boolean => {
  const wanted = stemsOf(name);
  const isNamed = (phrase = '') => {
    const named = stemsOf(phrase.split(FURTHER)[0]?.replace(AFTER_NAME, '') ?? '');
    return wanted.every((stem) => named.includes(stem)) && wanted.includes(named.at(-1) ?? '');
  };
  return words.split(CLAUSES).some((clause) => {
    if (negationsIn(clause) !== 1 || CONDITION.test(clause) || LIMITED.test(clause)) return false;
    const what = PASSIVE.exec(clause)?.[1];
    if (isNamed(what) && negationsIn(what ?? '') === 0) return true;
    return ACTIVE.some((denial) => {
      const [, who = '', object] = denial.exec(clause) ?? [];
      return isNamed(object) && isSaidOf(who, subject);
    });
  });
};
