import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { keyOf } from '../decision.ts';
import {
  groupRequirements,
  obligationOf,
  requirementsCsv,
  requirementsMarkdown,
  SIGNERS,
} from '../requirements.ts';
import { downloadText } from '../share.ts';
import type { DecisionProps } from '../use-decision.ts';
import { questionsOf } from '../verdict-words.ts';
import { Signatures } from './parts.tsx';

export default function Requirements({ model }: DecisionProps) {
  const groups = groupRequirements(model);
  return (
    <section className="requirements-sheet">
      <SectionHeading
        title="Requirements"
        text="Each criterion as questions to be answered in writing and shown on screen. Send the same list to every vendor."
      />
      {groups.length === 0 ? (
        <p className="text-soft">Choose criteria on the scorecard first.</p>
      ) : (
        <>
          <p className="no-print mb-8 flex flex-wrap gap-3">
            <Button onClick={() => window.print()}>Print</Button>
            <Button
              onClick={() =>
                downloadText('requirements.csv', 'text/csv;charset=utf-8', requirementsCsv(groups))
              }
            >
              Download CSV
            </Button>
            <Button
              onClick={() =>
                downloadText(
                  'requirements.md',
                  'text/markdown;charset=utf-8',
                  requirementsMarkdown(groups),
                )
              }
            >
              Download Markdown
            </Button>
          </p>
          {groups.map(({ category, rows }) => (
            <section key={category} className="mb-8">
              <h3 className="mb-2 text-h4 font-semibold">{category}</h3>
              <table className="answers w-full text-left text-sm">
                <caption className="sr-only">Questions on {category}</caption>
                <thead>
                  <tr>
                    <th scope="col">Requirement</th>
                    <th scope="col">Answer</th>
                    <th scope="col">Shown</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={keyOf(row.criterion)}>
                      <th scope="row">
                        {row.name} <span className="text-xs text-accent">{obligationOf(row)}</span>
                        <ul className="mt-1 list-disc space-y-1 pl-4 font-normal text-soft">
                          {questionsOf(row).map((question) => (
                            <li key={question}>{question}</li>
                          ))}
                        </ul>
                      </th>
                      <td />
                      <td />
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          ))}
          <Signatures who={SIGNERS} />
        </>
      )}
    </section>
  );
}
