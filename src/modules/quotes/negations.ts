/** Words by which a sentence denies or ends something. Rough on purpose: a true statement is lost rather than a false one kept. */
const NEGATION =
  /\b(?:no(?!-)|not(?! only\b)|never|none|neither|nor|without|cannot|lack(?:s|ed|ing)?|unable|incapable|unsupported|unavailable|exclud(?:es?|ed|ing)|except|missing|deprecated|retired|discontinu\w*|instead of|rather than|hardly|barely|(?<!-)stop(?:s|ped|ping)?|ceas(?:e[ds]?|ing)|fail(?:s|ed|ing)? to|(?<!-)ended|ends? (?:its|our|their|the|support)|end[ -]of[ -](?:life|sale|support)|withdr(?:ew|aw(?:n|s|ing)?)|phas(?:e[ds]?|ing) out|remov\w+(?! the need)|dropp\w+|drops? support)\b|n['’]t\b/gi;

export const negationsIn = (text: string): number => text.match(NEGATION)?.length ?? 0;

const figuresIn = (text: string) =>
  (text.match(/\p{N}+(?:[.,]\p{N}+)*/gu) ?? []).toSorted().join(' ');

/** Whether other words deny more or have other figures: they do not prove then what the first ones did. */
export const proveOther = (words: string, others: string): boolean =>
  negationsIn(others) > negationsIn(words) || figuresIn(others) !== figuresIn(words);
