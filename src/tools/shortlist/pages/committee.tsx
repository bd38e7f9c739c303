import { type FormEvent, useState } from 'react';
import { counted, listWords } from '#platform/words.ts';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { Select } from '#ui/select.tsx';
import {
  addMember,
  compareMarks,
  compareScorecards,
  removeMember,
  type SideBySide,
  whyNotAdded,
} from '../committee.ts';
import {
  followMoves,
  MAX_MEMBERS,
  MAX_NAME,
  MAX_NOTE,
  type Mark,
  type Member,
  markKey,
  once,
  personKey,
} from '../decision.ts';
import { fromAddress, type Shared } from '../share.ts';
import type { DecisionProps } from '../use-decision.ts';
import { NameField, OpenFile, RemoveButton, TextField } from './parts.tsx';

/** The members' opinions, one by one and side by side; none is sent anywhere. */
export function CommitteeTab(props: DecisionProps) {
  const { data, model, decision, change } = props;
  const { marks, members } = decision;
  const { orders, weights } = compareScorecards(data, decision);
  return (
    <div className="space-y-12">
      <Members {...props} />
      {members.length > 0 && (
        <>
          <SideTable
            title="The order of each, and of the mean"
            text="By each scorecard over the same evidence. In the mean a criterion is a must-have where more than half say so; elsewhere a must-have weighs 5 and what somebody left out 0. Findings that differ count as not confirmed."
            rowHead="Vendor"
            table={orders}
          />
          <SideTable title="Weights side by side" rowHead="Criterion" table={weights} />
        </>
      )}
      <section>
        <SectionHeading
          title="Marks of the committee"
          text="One mark for each member and vendor, 1 to 5. They stand beside our score and are not part of it."
        />
        <MarkForm
          key={decision.scoredBy.trim()}
          vendors={model.vendors}
          name={decision.scoredBy.trim()}
          onAdd={(mark) => change({ marks: once([mark, ...marks], markKey) })}
        />
        {marks.length > 0 && (
          <SideTable
            title="Marks side by side"
            rowHead="Vendor"
            table={compareMarks(model, decision)}
          />
        )}
      </section>
    </div>
  );
}

interface SideTableProps {
  title: string;
  text?: string;
  rowHead: string;
  table: SideBySide;
}

/** One column for each person, then the mean; where they disagree it is said in words. */
function SideTable({ title, text, rowHead, table: { people, rows } }: SideTableProps) {
  const differing = rows.filter(({ differs }) => differs).length;
  return (
    <section className="mt-8">
      <h3 className="text-h4 font-semibold">{title}</h3>
      {text && <p className="mt-1 max-w-measure text-sm text-soft">{text}</p>}
      <p className="mt-1 mb-3 text-sm text-soft">
        {differing === 0
          ? 'They agree on all.'
          : `They disagree on ${differing} of ${rows.length}.`}
      </p>
      <ScrollTable label={title} caption={title} heads={[rowHead, ...people, 'Mean', 'Agreement']}>
        {rows.map(({ key, name, cells, mean, differs }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={people[column]} className="wrap-anywhere tabular-nums">
                {cell}
              </td>
            ))}
            <td className="font-semibold tabular-nums">{mean}</td>
            <td className={differs ? 'font-medium text-accent' : 'text-faint'}>
              {differs ? 'Disagree' : 'Agree'}
            </td>
          </tr>
        ))}
      </ScrollTable>
    </section>
  );
}

const MARKS = [
  ...[5, 4, 3, 2, 1].map((mark) => ({ value: String(mark), label: `${mark} of 5` })),
  { value: '0', label: 'No mark' },
];

interface MarkFormProps {
  vendors: readonly { slug: string; name: string }[];
  name: string;
  /** A second mark of the same name takes the place of the first; 0 removes it. */
  onAdd(mark: Mark): void;
}

function MarkForm({ vendors, name, onAdd }: MarkFormProps) {
  const [note, setNote] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = (field: string) => String(form.get(field)).trim();
    const mark = Number(given('mark'));
    onAdd({ vendor: given('vendor'), name: given('name'), mark, note: given('note') });
    setNote('');
  };
  return (
    <form
      onSubmit={submit}
      className="no-print grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_8rem_2fr_auto]"
    >
      <TextField label="Name" name="name" required maxLength={MAX_NAME} defaultValue={name} />
      <Select
        label="Vendor"
        name="vendor"
        options={vendors.map((one) => ({ value: one.slug, label: one.name }))}
      />
      <Select label="Mark" name="mark" defaultValue="3" options={MARKS} />
      <TextField label="Note" name="note" maxLength={MAX_NOTE} value={note} onText={setNote} />
      <Button type="submit">Set mark</Button>
    </form>
  );
}

/** Scorecards that others shared, by their names; they are read here and never sent. */
function Members(props: DecisionProps) {
  const { data, decision, change } = props;
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState('');
  const isFull = decision.members.length >= MAX_MEMBERS;

  const take = (shared: Shared | null) => {
    const theirs = shared && 'decision' in shared ? shared.decision : null;
    const who = name.trim() || theirs?.scoredBy || '';
    const reason = theirs
      ? who
        ? whyNotAdded(decision, who)
        : 'This scorecard states no name: type whose it is.'
      : shared && 'problem' in shared
        ? shared.problem
        : 'This is no address of a shared scorecard.';
    setProblem(reason);
    if (!theirs || reason) return;
    change(addMember(decision, followMoves(theirs, data.moved), who));
    setName('');
    setAddress('');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    take(await fromAddress(address.trim().replace(/^[^#]*#/, '')));
  };
  return (
    <section>
      <div className="no-print">
        <SectionHeading
          title="Scorecards of the committee"
          text="Everybody scores in their own browser and shares the address or the file. Put them together here: they are read in this browser and sent nowhere."
        />
        <NameField {...props} />
        <form
          onSubmit={submit}
          className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
        >
          <TextField
            label="Whose scorecard"
            placeholder="As stated in it"
            maxLength={MAX_NAME}
            value={name}
            onText={setName}
          />
          <TextField label="Address that was shared" required value={address} onText={setAddress} />
          <Button type="submit" disabled={isFull}>
            Add scorecard
          </Button>
        </form>
        <div className="mt-4">
          {!isFull && <OpenFile label="Or open a file that was shared" onOpened={take} />}
        </div>
        <p role="alert" className="mt-2 max-w-measure text-sm text-danger empty:hidden">
          {problem}
        </p>
        {isFull && <p className="mt-2 text-sm">There is room for {MAX_MEMBERS} scorecards.</p>}
      </div>
      {decision.members.length > 0 && (
        <ul className="mt-6 border-t border-line text-sm" aria-label="Scorecards of others">
          {decision.members.map((member) => (
            <li
              key={personKey(member)}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{member.name}</span>
                {', '}
                {counted(member.criteria.length, 'criterion', 'criteria')}
                <Elsewhere {...props} member={member} />
              </span>
              <RemoveButton
                what={`the scorecard of ${member.name}`}
                onClick={() => change(removeMember(decision, member.name))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Elsewhere({ member, data, decision }: DecisionProps & { member: Member }) {
  const others = data.vendors
    .filter(({ slug }) => member.vendors.includes(slug) && !decision.vendors.includes(slug))
    .map(({ name }) => name);
  if (others.length === 0) return null;
  return <span className="text-faint">; not on this shortlist: {listWords(others)}</span>;
}
