const STOP = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between both but by can
   cannot could did do does doing down during each every few first for from further get had has have having he her here hers him his
   how however i if in into is it its itself just last may me might more most much must my new no nor not now of off often on once one
   only or other our out over own per s said same says she should since so some such t than that the their them then there these
   they this those three through to too two under until up use used very via was we were what when where which while who whom why
   will with within without would year years you your`.split(/\s+/),
);

export const isStopWord = (word: string) => STOP.has(word);

export const keyWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’&-]*/gu) ?? [];

const MAX_WORDS = 6000;

const phrasesOf = (words: readonly string[], size: number): string[] => {
  const found: string[] = [];
  for (let at = 0; at + size <= words.length; at += 1) {
    const phrase = words.slice(at, at + size);
    const isBare = isStopWord(phrase[0] ?? '') || isStopWord(phrase.at(-1) ?? '');
    const isShort = phrase.some((word) => word.length < 2 || /^\d+$/.test(word));
    if (!isBare && !isShort) found.push(phrase.join(' '));
  }
  return found;
};

/** The phrase that a text is about: said often, better in two or three words, best in the title. */
export const findKeyphrase = (title: string, plain: string): string => {
  const titleWords = keyWords(title);
  const words = [...titleWords, ...keyWords(plain).slice(0, MAX_WORDS)];
  const inTitle = new Set([1, 2, 3].flatMap((size) => phrasesOf(titleWords, size)));
  const scores = new Map<string, number>();
  for (const size of [1, 2, 3]) {
    const weight = [0, 1, 2.6, 3][size] ?? 1;
    for (const phrase of phrasesOf(words, size))
      scores.set(phrase, (scores.get(phrase) ?? 0) + weight);
  }
  let best = '';
  let top = 0;
  for (const [phrase, score] of scores) {
    const weighted = inTitle.has(phrase) ? score * 3 : score;
    if (weighted > top) [best, top] = [phrase, weighted];
  }
  return best;
};
