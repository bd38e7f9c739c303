import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { Select } from '#ui/select.tsx';
import { MAX_MEMO, type Memo, readDecision } from '../decision.ts';
import type { DecisionProps } from '../use-decision.ts';
import { MemoSheet } from './memo-sheet.tsx';
import { TextArea } from './text-field.tsx';

const TEXTS = [
  { key: 'reasons', label: 'Why' },
  { key: 'dissent', label: 'Dissent' },
  { key: 'questions', label: 'Open questions' },
] as const;

export function MemoTab(props: DecisionProps) {
  const { model, decision, setDecision } = props;
  const change = (key: keyof Memo, value: string) =>
    setDecision({ ...decision, memo: { ...decision.memo, [key]: value } });
  // Trailing spaces stay while typing and are trimmed when the field is left.
  const tidy = () => setDecision(readDecision(decision));
  return (
    <div className="space-y-12">
      <section className="no-print">
        <SectionHeading
          title="Decision memo"
          text="One page for the meeting, and the evidence behind it as an annex, where texts that are too long for the page go on. It is drawn by your browser's print, also as a PDF."
        />
        <div className="grid gap-5 lg:grid-cols-2">
          <Select
            label="The choice"
            value={decision.memo.choice}
            options={[
              { value: '', label: 'Not decided yet' },
              ...model.vendors.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
            onChange={({ target }) => change('choice', target.value)}
          />
          {TEXTS.map(({ key, label }) => (
            <TextArea
              key={key}
              label={label}
              maxLength={MAX_MEMO}
              value={decision.memo[key]}
              onChange={({ target }) => change(key, target.value)}
              onBlur={tidy}
            />
          ))}
        </div>
        <Button variant="primary" className="mt-6" onClick={() => window.print()}>
          Print the memo
        </Button>
      </section>
      <MemoSheet {...props} />
    </div>
  );
}
