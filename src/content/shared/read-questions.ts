const HEADING = /^##\s+Ask for these on screen\s*$/im;

/** Plain words of a line: links keep their text, and marks of emphasis go. */
const asWords = (line: string): string =>
  line
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
    .trim();

/** The questions that a feature's page tells a buyer to ask on screen. */
export const readQuestions = (markdown: string | null): string[] => {
  const start = HEADING.exec(markdown ?? '');
  if (!markdown || !start) return [];
  const [section = ''] = markdown.slice(start.index + start[0].length).split(/^#/m);
  return section
    .split('\n')
    .flatMap((line) => /^\s*[-*]\s+(.+)$/.exec(line)?.[1] ?? [])
    .map(asWords);
};

/** Where the page of a feature has none, the vendor shows it. */
export const questionsFor = (name: string, questions: readonly string[]): readonly string[] =>
  questions.length > 0 ? questions : [`Show on screen: ${name}`];
