const VOWEL = /[aeiouy]/;
/** Shorter words have no endings worth telling apart. */
const MIN_WORD = 4;

const withoutPlural = (word: string): string => {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word) || !word.endsWith('s')) return word;
  return word.slice(0, -1);
};

/** 'running' is 'run', 'trading' is 'trade', 'string' stays. */
const withoutForm = (word: string): string => {
  const stem = word.replace(/(?:ing|ed)(?:ly)?$/, '');
  if (stem === word || stem.length < 3 || !VOWEL.test(stem)) return word;
  return /([bdfgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
};

/** About the part of an English word that its forms share, as the texts and the words of a search are compared. */
export const stemOf = (word: string): string => {
  if (word.length < MIN_WORD || /\d/.test(word)) return word;
  return withoutForm(withoutPlural(word))
    .replace(/(?<=.{3})(?:ation|ator)$/, 'at')
    .replace(/(?<=.{3})ment$/, '')
    .replace(/(?<=.{2})e$/, '')
    .replace(/(?<=.[^aeiou])y$/, 'i');
};
