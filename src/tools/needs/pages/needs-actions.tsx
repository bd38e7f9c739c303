import { hrefTo } from '#client/href-to.ts';
import { stringifySearch } from '#client/stringify-search.ts';
import { MAX_COMPARED, pairPath } from '#content/comparisons/site.ts';
import { addToShortlist, MAX_SHORTLISTED, shortlist } from '#site/shortlist/shortlist-store.ts';
import { useStored } from '#site/shortlist/use-stored.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { type Chosen, type Needs, paramsOf } from './needs-search.ts';

const SHORTLISTED = 3;

export function NeedsActions({ vendors, chosen }: { vendors: Needs['vendors']; chosen: Chosen }) {
  const slugs = vendors.map(({ vendor }) => vendor.slug);
  const first = slugs.slice(0, SHORTLISTED);
  const compared = slugs.slice(0, MAX_COMPARED);
  const scored = {
    v: first.join(),
    need: chosen.f.join(),
    must: chosen.must.join(),
    w: chosen.w.join(),
    stated: chosen.stated,
  };
  return (
    <section aria-label="What to do next" className="no-print mt-6">
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          href={`${hrefTo('/shortlist')}${stringifySearch(scored)}`}
          variant="primary"
          rel="nofollow"
        >
          Score these
        </ButtonLink>
        <ShortlistFirst slugs={first} />
        {compared.length > 1 && (
          <ButtonLink href={pairPath(compared)} rel="nofollow">
            Compare the first {compared.length}
          </ButtonLink>
        )}
        <ButtonLink href={`/api/needs.csv${stringifySearch(paramsOf(chosen))}`} download>
          Download CSV
        </ButtonLink>
        <Button className="needs-script" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <p className="mt-3 text-sm text-faint">
        The address of this page holds your needs: whoever opens it sees the same order.
      </p>
    </section>
  );
}

/** Puts them on the shortlist in this browser; without script, the address of such a list. */
function ShortlistFirst({ slugs }: { slugs: readonly string[] }) {
  const listed = useStored(shortlist);
  const missing = slugs.filter((slug) => !listed.includes(slug));
  const hasRoom = listed.length + missing.length <= MAX_SHORTLISTED;
  const words = slugs.length === 1 ? 'first one' : `first ${slugs.length}`;
  if (missing.length === 0) {
    return <ButtonLink href={hrefTo('/shortlist')}>On your shortlist: the {words}</ButtonLink>;
  }
  return (
    <>
      <Button className="needs-script" disabled={!hasRoom} onClick={() => addToShortlist(slugs)}>
        {hasRoom ? `Shortlist the ${words}` : `Shortlist is full (${MAX_SHORTLISTED})`}
      </Button>
      <noscript>
        <ButtonLink href={hrefTo('/shortlist', {}, { v: slugs.join() })}>
          Shortlist the {words}
        </ButtonLink>
      </noscript>
    </>
  );
}
