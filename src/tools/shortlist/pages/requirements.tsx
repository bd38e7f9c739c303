import { CONTRACT_TOPICS, TOPICS } from '#content/shared/events-and-terms.ts';
import { toCsv } from '#platform/csv.ts';
import { listWords } from '#platform/words.ts';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { keyOf } from '../decision.ts';
import type { CriterionRow, Model } from '../model.ts';
import { downloadText } from '../share.ts';
import type { DecisionProps } from '../use-decision.ts';
import { questionsOf } from '../verdict-words.ts';
import { PrintedTable, Signatures } from './parts.tsx';

const obligationOf = ({ criterion }: CriterionRow): 'Must' | 'Should' =>
  criterion.weight === 'must' ? 'Must' : 'Should';

interface Requirement {
  key: string;
  name: string;
  obligation: 'Must' | 'Should';
  questions: readonly string[];
}

interface Group {
  category: string;
  rows: Requirement[];
}

type Groups = readonly Group[];

const asRequirement = (row: CriterionRow): Requirement => ({
  key: keyOf(row.criterion),
  name: row.name,
  obligation: obligationOf(row),
  questions: questionsOf(row),
});

/** The chosen criteria by category, musts before shoulds. */
export const groupRequirements = ({ rows }: Pick<Model, 'rows'>): Group[] =>
  [...Map.groupBy(rows, ({ category }) => category)].map(([category, members]) => ({
    category,
    rows: members.map(asRequirement).toSorted((a, b) => a.obligation.localeCompare(b.obligation)),
  }));

/** What to ask on the contract: each topic on which a vendor publishes nothing, with its name where another does. */
export const contractQuestions = ({ records }: Pick<Model, 'records'>): Group[] => {
  const rows = CONTRACT_TOPICS.flatMap((topic): Requirement[] => {
    const { label, question } = TOPICS[topic];
    const silent = records.filter(({ topics }) => !topics.includes(topic));
    if (silent.length === 0) return [];
    const isEverybody = silent.length === records.length;
    const name = isEverybody ? label : `${label}, for ${listWords(silent.map((one) => one.name))}`;
    return [{ key: topic, name, obligation: 'Should', questions: [question] }];
  });
  return rows.length > 0 ? [{ category: 'Contract', rows }] : [];
};

/** Both sides sign: questions and answers are then agreed. */
const SIGNERS = ['For the vendor', 'For the family office'] as const;

/** A row for each question, with room for an answer and for whether it was shown on screen. */
const rowsOf = ({ rows }: Group) =>
  rows.flatMap(({ name, obligation, questions }) =>
    questions.map((question) => [name, obligation, question, '', '']),
  );

const HEADS = ['Requirement', 'Must or should', 'Question', 'Answer', 'Shown on screen'];

export const requirementsCsv = (groups: Groups): string =>
  toCsv([
    ['Category', ...HEADS],
    ...groups.flatMap((group) => rowsOf(group).map((row) => [group.category, ...row])),
    ...SIGNERS.map((who) => ['Signatures', who, '', 'Name, date, signature', '', '']),
  ]);

/** Signs that Markdown would take for its own. */
const asMarkdown = (text: string) => text.replace(/[\\`*_[\]<>|#]/g, '\\$&').replace(/\s+/g, ' ');

const markdownTable = (title: string, heads: readonly string[], rows: readonly string[][]) => {
  const line = (cells: readonly string[]) => `| ${cells.map(asMarkdown).join(' | ')} |`;
  const rule = `|${'---|'.repeat(heads.length)}`;
  return [`## ${asMarkdown(title)}`, '', line(heads), rule, ...rows.map(line)].join('\n');
};

export const requirementsMarkdown = (groups: Groups): string => {
  const tables = groups.map((group) => markdownTable(group.category, HEADS, rowsOf(group)));
  const signers = SIGNERS.map((who) => [who, '', '', '']);
  const signatures = markdownTable('Signatures', ['', 'Name', 'Date', 'Signature'], signers);
  return ['# Requirements', ...tables, signatures, ''].join('\n\n');
};

const FILES = [
  { label: 'Download CSV', name: 'requirements.csv', type: 'text/csv', write: requirementsCsv },
  {
    label: 'Download Markdown',
    name: 'requirements.md',
    type: 'text/markdown',
    write: requirementsMarkdown,
  },
] as const;

export function RequirementsTab({ model, data }: DecisionProps) {
  const chosen = groupRequirements(model);
  const onContract = data.isWhole && chosen.length > 0 ? contractQuestions(model) : [];
  const groups = [...chosen, ...onContract];
  return (
    <section className="requirements-sheet">
      <SectionHeading
        title="Requirements"
        text="Each criterion as questions to be answered in writing and shown on screen, and what public terms leave open about the contract. Send the same list to every vendor."
      />
      {groups.length === 0 ? (
        <p className="text-soft">Choose criteria on the scorecard first.</p>
      ) : (
        <>
          <p className="no-print mb-8 flex flex-wrap gap-3">
            <Button onClick={() => window.print()}>Print</Button>
            {FILES.map(({ label, name, type, write }) => (
              <Button
                key={name}
                onClick={() => downloadText(name, `${type};charset=utf-8`, write(groups))}
              >
                {label}
              </Button>
            ))}
          </p>
          {groups.map(({ category, rows }) => (
            <section key={category} className="mb-8">
              <h3 className="mb-2 text-h4 font-semibold">{category}</h3>
              <PrintedTable
                className="answers w-full text-left text-sm"
                caption={`Questions on ${category}`}
                heads={['Requirement', 'Answer', 'Shown']}
              >
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.key}>
                      <th scope="row">
                        {row.name} <span className="text-xs text-accent">{row.obligation}</span>
                        <ul className="mt-1 list-disc space-y-1 pl-4 font-normal text-soft">
                          {row.questions.map((question) => (
                            <li key={question}>{question}</li>
                          ))}
                        </ul>
                      </th>
                      <td />
                      <td />
                    </tr>
                  ))}
                </tbody>
              </PrintedTable>
            </section>
          ))}
          <Signatures who={SIGNERS} />
        </>
      )}
    </section>
  );
}
