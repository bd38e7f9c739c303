import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { shortlist } from '#site/shortlist/shortlist-store.ts';
import { useStored } from '#site/shortlist/use-stored.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { HiddenFields } from '#ui/hidden-fields.tsx';
import type { MatrixSearch } from './matrix-search.ts';

interface MatrixChooserProps {
  search: MatrixSearch;
  choices: ResponseOf<'get', '/api/coverage-matrix'>['choices'];
  names: ResponseOf<'get', '/api/vendor-names'>;
}

/** Which needs and which vendors: a plain form that writes them into the address. */
export function MatrixChooser({ search, choices, names }: MatrixChooserProps) {
  const { category, f, v } = search;
  const listed = useStored(shortlist);
  const more = names.total - names.vendors.length;
  return (
    <details className="no-print border-b border-line py-3">
      <summary className="touch min-h-6 text-sm font-medium hover:text-accent">
        Choose needs and vendors
      </summary>
      <form action={hrefTo('/features/matrix')} method="get" autoComplete="off" className="pt-4">
        <HiddenFields values={{ category }} />
        <p className="mb-2 text-h4 font-semibold">Needs</p>
        <p className="mb-3 text-sm text-faint">
          Without one, the features of a category stand here.
        </p>
        <div className="gap-x-8 sm:columns-2 lg:columns-3">
          {choices.map((group) => (
            <Choices
              key={group.category}
              title={group.category}
              name="f"
              options={group.features}
              chosen={f}
            />
          ))}
        </div>
        <p className="mt-4 mb-2 text-h4 font-semibold">Vendors</p>
        <p className="mb-3 text-sm text-faint">
          Without one, all that have evidence stand here.
          {more > 0 && ` ${more} more vendors come through your shortlist.`}
        </p>
        <Choices name="v" options={names.vendors} chosen={v} isWide />
        <div className="mt-4 flex flex-wrap gap-3">
          <Button type="submit" variant="primary">
            Show the matrix
          </Button>
          {listed.length > 0 && (
            <ButtonLink href={hrefTo('/features/matrix', {}, { category, f, v: [...listed] })}>
              Vendors of my shortlist ({listed.length})
            </ButtonLink>
          )}
          {(f || v) && (
            <ButtonLink href={hrefTo('/features/matrix', {}, { category })}>Choose anew</ButtonLink>
          )}
        </div>
      </form>
    </details>
  );
}

interface ChoicesProps {
  title?: string;
  name: 'f' | 'v';
  options: readonly { slug: string; name: string }[];
  chosen: readonly string[] | undefined;
  isWide?: boolean;
}

function Choices({ title, name, options, chosen, isWide = false }: ChoicesProps) {
  return (
    <fieldset
      className="mb-4 break-inside-avoid text-sm"
      aria-label={title ? undefined : 'Vendors'}
    >
      {title && <legend className="mb-1 text-xs text-faint">{title}</legend>}
      <div className={isWide ? 'gap-x-8 sm:columns-2 lg:columns-3' : undefined}>
        {options.map(({ slug, name: words }) => (
          <label key={slug} className="flex min-h-7 items-center gap-2">
            <input
              type="checkbox"
              name={name}
              value={slug}
              defaultChecked={chosen?.includes(slug) ?? false}
              className="size-4 accent-accent-fill"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
