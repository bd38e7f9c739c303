import { hrefTo } from '#client/href-to.ts';
import { MAX_COMPARED, pairPath } from '#content/comparisons/site.ts';
import { MAX_SHORTLISTED } from '#site/shortlist/shortlist-store.ts';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import type { DecisionProps } from '../use-decision.ts';
import { CriteriaEditor } from './criteria-editor.tsx';
import { ScoreList } from './score-list.tsx';
import { ScoreTable } from './score-table.tsx';

export function ScorecardTab(props: DecisionProps) {
  const { data, model } = props;
  return (
    <div className="space-y-12">
      <VendorRows {...props} />
      <CriteriaEditor {...props} />
      {data.isWhole && model.rows.length > 0 && (
        <>
          <ScoreList {...props} />
          <ScoreTable {...props} />
        </>
      )}
    </div>
  );
}

/** Plain links, which no script prepares in advance: a vendor is asked for when one goes there, and not before. */
function VendorRows({ model, decision, setDecision }: DecisionProps) {
  const { vendors } = decision;
  const compared = model.vendors.slice(0, MAX_COMPARED).map(({ slug }) => slug);
  return (
    <section className="no-print">
      <SectionHeading
        title="Vendors"
        text={`${model.vendors.length} of at most ${MAX_SHORTLISTED}. They stand on this device alone, in all tabs of this browser.`}
      />
      <ul className="border-t border-line">
        {model.vendors.map(({ slug, name }) => (
          <li
            key={slug}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2"
          >
            <a href={hrefTo('/vendors/$slug', { slug })} target="_self" className="text-link">
              {name}
            </a>
            <Button
              size="sm"
              variant="quiet"
              onClick={() =>
                setDecision({ ...decision, vendors: vendors.filter((one) => one !== slug) })
              }
            >
              Remove<span className="sr-only"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {compared.length > 1 && (
        <p className="mt-4 text-sm text-soft">
          <a href={pairPath(compared)} target="_self" className="text-link">
            Compare the first {compared.length} side by side
          </a>
          , on a page that we serve: we then see which.
        </p>
      )}
    </section>
  );
}
