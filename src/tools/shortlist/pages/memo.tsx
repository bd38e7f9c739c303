import type { ReactNode } from 'react';
import { Quotation, StrengthLegend, StrengthMark } from '#content/shared/coverage/evidence.tsx';
import { formatDate } from '#content/shared/format-date.ts';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { Select } from '#ui/select.tsx';
import { keyOf, MAX_MEMO, MEMO_TEXTS, type Memo } from '../decision.ts';
import {
  densityOf,
  GOES_ON,
  listEvents,
  listEvidence,
  listUnconfirmed,
  type MemoEvent,
  type MemoText,
  splitText,
  splitUnconfirmed,
  type Unconfirmed,
} from '../memo-texts.ts';
import { type Model, nameIn } from '../model.ts';
import type { DecisionProps } from '../use-decision.ts';
import {
  explainVerdict,
  sayCases,
  sayCriteria,
  sayKnown,
  sayMusts,
  sayShare,
  sayWeight,
} from '../verdict-words.ts';
import { PrintedTable, Signatures, TextArea } from './parts.tsx';

export function MemoTab(props: DecisionProps) {
  const { model, decision, change } = props;
  const write = (key: keyof Memo, value: string) =>
    change({ memo: { ...decision.memo, [key]: value } });
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
            onChange={({ target }) => write('choice', target.value)}
          />
          {MEMO_TEXTS.map(({ key, label }) => (
            <TextArea
              key={key}
              label={label}
              maxLength={MAX_MEMO}
              value={decision.memo[key]}
              onChange={({ target }) => write(key, target.value)}
              onBlur={({ target }) => write(key, target.value.trim())}
            />
          ))}
        </div>
        <Button variant="primary" className="mt-6" onClick={() => window.print()}>
          Print the memo
        </Button>
      </section>
      <DecisionMemo {...props} />
    </div>
  );
}

function DecisionMemo(props: DecisionProps) {
  const { data, model, decision } = props;
  const { memo } = decision;
  const { title, why } = explainVerdict(model);
  const listed = new Set(model.vendors.map(({ slug }) => slug));
  const choice = listed.has(memo.choice) ? memo.choice : '';
  const density = densityOf(model);
  const unconfirmed = (data.isWhole ? listUnconfirmed(model) : []).map((one) => ({
    ...one,
    ...splitUnconfirmed(one, density),
  }));
  const reasons = splitText('Why', memo.reasons, density);
  const criteria = splitText('Criteria', sayCriteria(model.rows), density);
  const dissent = splitText('Dissent', memo.dissent, density);
  const questions = splitText('Open questions', memo.questions, density);
  return (
    <article className="memo-sheet" data-density={density} aria-label="Decision memo">
      <header className="border-t-2 border-heavy pt-3">
        <p className="overline-text">Decision memo, {formatDate(new Date().toISOString())}</p>
        <h2 className="mt-1 text-h2 font-[550]">
          {choice ? `We choose ${nameIn(model, choice)}` : 'Not decided yet'}
        </h2>
      </header>
      <TextPart text={reasons} />
      <TextPart text={criteria} />
      <Part title={`What the evidence says: ${title}`}>{why.join(' ')}</Part>
      {data.isWhole && (
        <>
          <Runners {...props} />
          <Part title="Not confirmed">
            <ul>
              {unconfirmed.map((one) => (
                <li key={one.slug}>
                  <strong>{one.name}:</strong> {one.onPage}
                </li>
              ))}
            </ul>
          </Part>
        </>
      )}
      <TextPart text={dissent} />
      <TextPart text={questions} />
      <Signatures who={['Chair', 'Second']} />
      <MemoAnnex
        model={model}
        unconfirmed={unconfirmed.map((one) => ({ ...one, criteria: one.rest }))}
        texts={[reasons, criteria, dissent, questions]}
      />
    </article>
  );
}

/** The columns beside a vendor's name, by their headings. */
const COLUMNS = {
  'Must-haves': sayMusts,
  Score: sayShare,
  Known: sayKnown,
  'Worst to best': sayCases,
};

function Runners({ model, decision }: DecisionProps) {
  const columns = Object.entries(COLUMNS);
  const isChoice = ({ slug }: { slug: string }) => Number(slug === decision.memo.choice);
  return (
    <PrintedTable
      className="memo-table"
      caption="The choice and the runners-up"
      heads={['Vendor', ...columns.map(([head]) => head)]}
    >
      <tbody>
        {model.standing
          .toSorted((a, b) => isChoice(b) - isChoice(a))
          .map((score) => (
            <tr key={score.slug}>
              <th scope="row">{nameIn(model, score.slug)}</th>
              {columns.map(([head, say]) => (
                <td key={head} data-label={head}>
                  {say(score)}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </PrintedTable>
  );
}

/** An empty text is stated, not left out. */
function TextPart({ text: { title, onPage, rest } }: { text: MemoText }) {
  return (
    <Part title={title}>
      <p className="memo-text">
        {onPage || 'None noted.'}
        {rest && GOES_ON}
      </p>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4">
      <h3 className="text-h4 font-semibold">{title}</h3>
      <div className="mt-1 max-w-measure text-sm whitespace-pre-line wrap-anywhere text-soft">
        {children}
      </div>
    </section>
  );
}

interface MemoAnnexProps {
  model: Model;
  /** Criteria not on the first page. */
  unconfirmed: readonly Unconfirmed[];
  texts: readonly MemoText[];
}

/** From a new page on: the rest of long texts, the evidence with its sources and days, more unconfirmed criteria. */
export function MemoAnnex({ model, unconfirmed, texts }: MemoAnnexProps) {
  const { criteria, sources } = listEvidence(model);
  const events = listEvents(model, new Date());
  const open = unconfirmed.filter((one) => one.criteria.length > 0);
  const long = texts.filter(({ rest }) => rest !== '');
  if ([criteria, events, open, long].every(({ length }) => length === 0)) return null;
  return (
    <section className="memo-annex mt-12">
      {long.map(({ title, rest }) => (
        <div key={title} className="mb-4">
          <h3 className="text-h4 font-semibold">{title}, continued</h3>
          <p className="max-w-measure text-sm whitespace-pre-line wrap-anywhere text-soft">
            {rest}
          </p>
        </div>
      ))}
      {open.length > 0 && (
        <>
          <h3 className="mb-1 text-h4 font-semibold">Not confirmed, continued</h3>
          <ul className="mb-4 max-w-measure text-sm text-soft">
            {open.map((one) => (
              <li key={one.slug}>
                <strong>{one.name}:</strong> {one.criteria.join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
      {events.length > 0 && <RecentEvents events={events} />}
      {criteria.length > 0 && (
        <>
          <h3 className="mb-2 text-h3 font-semibold">Annex: the evidence</h3>
          <PrintedTable
            className="memo-table"
            caption="What was read, where and when"
            heads={['Vendor', 'What was read', 'Source', 'Checked']}
          >
            {criteria.map(({ row, lines }) => (
              <tbody key={keyOf(row.criterion)}>
                <tr>
                  <th scope="rowgroup" colSpan={4}>
                    {row.name}{' '}
                    <span className="font-normal text-faint">
                      {sayWeight(row.criterion.weight)}
                    </span>
                  </th>
                </tr>
                {lines.map(({ key, vendor, cell, source }) => (
                  <tr key={key}>
                    <th scope="row">{vendor}</th>
                    <td>
                      <StrengthMark cell={cell} /> {cell.finding}
                      {cell.note && <span className="text-faint"> {cell.note}</span>}
                      <Quotation {...cell} />
                    </td>
                    <td data-label="Source">{source}</td>
                    <td data-label="Checked" className="whitespace-nowrap">
                      {formatDate(cell.checkedOn)}
                      {cell.readIn === 'live' ? ', live' : ', stored copy'}
                    </td>
                  </tr>
                ))}
              </tbody>
            ))}
          </PrintedTable>
          <StrengthLegend className="mt-4" />
          <h4 className="mt-6 mb-1 text-h4 font-semibold">Sources</h4>
          <ol className="list-decimal space-y-1 pl-6 text-xs wrap-anywhere text-soft">
            {sources.map((source) => (
              <li key={source}>{source}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function RecentEvents({ events }: { events: readonly MemoEvent[] }) {
  return (
    <>
      <h3 className="mb-1 text-h4 font-semibold">Owner and events of the last two years</h3>
      <ul className="mb-4 max-w-measure space-y-1 text-sm wrap-anywhere text-soft">
        {events.map(({ vendor, date, sentence, url }) => (
          <li key={vendor + sentence}>
            <strong>
              {vendor}, {date}:
            </strong>{' '}
            {sentence} <span className="text-xs text-faint">{url}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
