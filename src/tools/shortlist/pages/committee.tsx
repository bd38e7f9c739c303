import { SectionHeading } from '#ui/headings.tsx';
import { compareMarks, compareOrders, compareWeights } from '../committee.ts';
import { markKey, readDecision } from '../decision.ts';
import type { DecisionProps } from '../use-decision.ts';
import { MarkForm } from './mark-form.tsx';
import { Members } from './members.tsx';
import { SideTable } from './side-table.tsx';

/** The members' opinions, one by one and side by side; none is sent anywhere. */
export function Committee(props: DecisionProps) {
  const { data, model, decision, setDecision } = props;
  const { marks, members } = decision;
  return (
    <div className="space-y-12">
      <Members {...props} />
      {members.length > 0 && (
        <>
          <SideTable
            title="The order of each, and of the mean"
            text="By each scorecard over the same evidence. In the mean a criterion is a must-have where more than half say so; elsewhere a must-have weighs 5 and what somebody left out 0. Findings that differ count as not confirmed."
            rowHead="Vendor"
            table={compareOrders(data, decision)}
          />
          <SideTable
            title="Weights side by side"
            rowHead="Criterion"
            table={compareWeights(data, decision)}
          />
        </>
      )}
      <section>
        <SectionHeading
          title="Marks of the committee"
          text="One mark for each member and vendor, 1 to 5. They stand beside our score and are not part of it."
        />
        <MarkForm
          key={decision.scoredBy}
          vendors={model.vendors}
          name={decision.scoredBy}
          onAdd={(mark) =>
            setDecision(
              readDecision({
                ...decision,
                marks: [mark, ...marks.filter((one) => markKey(one) !== markKey(mark))],
              }),
            )
          }
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
