import { toCsv } from '#platform/csv.ts';
import type { CriterionRow, Model } from './model.ts';
import { questionsOf } from './verdict-words.ts';

export const obligationOf = ({ criterion }: CriterionRow): 'Must' | 'Should' =>
  criterion.weight === 'must' ? 'Must' : 'Should';

/** The chosen criteria by category, musts before shoulds. */
export const groupRequirements = ({ rows }: Pick<Model, 'rows'>) =>
  [...Map.groupBy(rows, ({ category }) => category)].map(([category, members]) => ({
    category,
    rows: members.toSorted((a, b) => obligationOf(a).localeCompare(obligationOf(b))),
  }));

type Groups = ReturnType<typeof groupRequirements>;

/** Both sides sign: questions and answers are then agreed. */
export const SIGNERS = ['For the vendor', 'For the family office'] as const;

const HEAD = ['Category', 'Requirement', 'Must or should', 'Question', 'Answer', 'Shown on screen'];

export const requirementsCsv = (groups: Groups): string =>
  toCsv([
    HEAD,
    ...groups.flatMap(({ category, rows }) =>
      rows.flatMap((row) =>
        questionsOf(row).map((question) => [
          category,
          row.name,
          obligationOf(row),
          question,
          '',
          '',
        ]),
      ),
    ),
    ...SIGNERS.map((who) => ['Signatures', who, '', 'Name, date, signature', '', '']),
  ]);

/** Signs that Markdown would take for its own. */
const asMarkdown = (text: string) => text.replace(/[\\`*_[\]<>|#]/g, '\\$&').replace(/\s+/g, ' ');

export const requirementsMarkdown = (groups: Groups): string => {
  const sections = groups.map(({ category, rows }) => {
    const lines = rows.flatMap((row) =>
      questionsOf(row).map(
        (question) =>
          `| ${asMarkdown(row.name)} | ${obligationOf(row)} | ${asMarkdown(question)} |  |  |`,
      ),
    );
    return [
      `## ${asMarkdown(category)}`,
      '',
      '| Requirement | Must or should | Question | Answer | Shown on screen |',
      '|---|---|---|---|---|',
      ...lines,
    ].join('\n');
  });
  const signatures = [
    '## Signatures',
    '',
    '|  | Name | Date | Signature |',
    '|---|---|---|---|',
    ...SIGNERS.map((who) => `| ${who} |  |  |  |`),
  ].join('\n');
  return ['# Requirements', ...sections, signatures, ''].join('\n\n');
};
