import { type FormEvent, useState } from 'react';
import { listWords } from '#platform/words.ts';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { addMember, removeMember, whyNotAdded } from '../committee.ts';
import { MAX_MEMBERS, MAX_NAME, type Member, personKey } from '../decision.ts';
import { sayCount } from '../merge-words.ts';
import { followMoves } from '../moves.ts';
import { fromAddress, type Shared } from '../share.ts';
import type { DecisionProps } from '../use-decision.ts';
import { NameField } from './name-field.tsx';
import { OpenFile } from './open-file.tsx';
import { TextField } from './text-field.tsx';

/** Scorecards that others shared, by their names; they are read here and never sent. */
export function Members({ data, decision, setDecision }: DecisionProps) {
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
    setDecision(addMember(decision, followMoves(theirs, data.moved), who));
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
        <NameField decision={decision} setDecision={setDecision} className="mb-5 max-w-sm" />
        <form
          onSubmit={submit}
          className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
        >
          <TextField
            label="Whose scorecard"
            placeholder="As stated in it"
            maxLength={MAX_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            label="Address that was shared"
            required
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
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
                {sayCount(member.criteria.length, 'criterion', 'criteria')}
                <Elsewhere member={member} data={data} decision={decision} />
              </span>
              <Button
                size="sm"
                variant="quiet"
                className="no-print"
                onClick={() => setDecision(removeMember(decision, member.name))}
              >
                Remove<span className="sr-only"> the scorecard of {member.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ElsewhereProps extends Pick<DecisionProps, 'data' | 'decision'> {
  member: Member;
}

function Elsewhere({ member, data, decision }: ElsewhereProps) {
  const others = data.vendors
    .filter(({ slug }) => member.vendors.includes(slug) && !decision.vendors.includes(slug))
    .map(({ name }) => name);
  if (others.length === 0) return null;
  return <span className="text-faint">; not on this shortlist: {listWords(others)}</span>;
}
