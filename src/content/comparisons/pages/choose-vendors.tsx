import { useHydrated } from '@tanstack/react-router';
import { useState } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { FindVendors, type VendorNames } from '#content/shared/find-vendors.tsx';
import { useEarlyInput } from '#site/use-early-input.ts';
import { Button } from '#ui/button.tsx';
import { HiddenFields } from '#ui/hidden-fields.tsx';
import { Select } from '#ui/select.tsx';
import { addressOf, MAX_COMPARED } from '../site.ts';
import type { ComparisonSearch } from './comparison-search.ts';

type Named = VendorNames['vendors'][number];

/** A selector's options, below words for no choice. */
const optionsOf = (none: string, vendors: readonly Pick<Named, 'slug' | 'name'>[]) => [
  { value: '', label: none },
  ...vendors.map(({ slug, name }) => ({ value: slug, label: name })),
];

const NONE = 'Select a platform';

interface CompareFormProps {
  names: VendorNames;
  /** A vendor chosen by the address; an unknown one is ignored. */
  initial: string | undefined;
  find: string | undefined;
  switches: Pick<ComparisonSearch, 'only'>;
}

/** Two vendors: a plain form, which leads on from the tool's page to their comparison. */
export function CompareForm({ names, initial, find, switches }: CompareFormProps) {
  // Without script the button can always be pressed.
  const isHydrated = useHydrated();
  const isListed = names.vendors.some(({ slug }) => slug === initial);
  const [first, setFirst] = useState(isListed && initial ? initial : '');
  const [second, setSecond] = useState('');
  const isReady = first !== '' && second !== '' && first !== second;

  const chooseFirst = (slug: string) => {
    setFirst(slug);
    if (slug === second) setSecond('');
  };
  const form = useEarlyInput((early) => {
    const chosen = new FormData(early);
    setFirst(String(chosen.get('vendor') ?? ''));
    setSecond(String(chosen.get('second') ?? ''));
  });

  return (
    <>
      <FindVendors
        names={names}
        find={find}
        action={hrefTo('/compare')}
        hiddenFields={{ vendor: first, ...switches }}
      />
      <form
        ref={form}
        action={hrefTo('/compare')}
        method="get"
        autoComplete="off"
        className="grid items-end gap-4 border-y border-heavy py-6 md:grid-cols-[1fr_1fr_auto]"
      >
        <HiddenFields values={{ ...switches }} />
        <Select
          label="First Platform"
          name="vendor"
          value={first}
          options={optionsOf(NONE, names.vendors)}
          onChange={(event) => chooseFirst(event.target.value)}
        />
        <Select
          label="Second Platform"
          name="second"
          value={second}
          options={optionsOf(
            NONE,
            names.vendors.filter(({ slug }) => slug !== first),
          )}
          onChange={(event) => setSecond(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={isHydrated && !isReady}>
          Compare Now
        </Button>
      </form>
    </>
  );
}

export const CHANGE_ID = 'change-vendors';

interface ChangeVendorsProps {
  compared: readonly { name: string; slug: string }[];
  names: VendorNames;
  search: ComparisonSearch;
  hrefWithout(slug: string): string;
}

/** One more vendor, or another in the place of one: a plain form, which the tool's page answers. */
export function ChangeVendors({ compared, names, search, hrefWithout }: ChangeVendorsProps) {
  const { find, only, left, right } = search;
  const slugs = compared.map(({ slug }) => slug);
  const isFull = slugs.length === MAX_COMPARED;
  const others = names.vendors.filter(({ slug }) => !slugs.includes(slug));
  return (
    <section id={CHANGE_ID} aria-label="Change the vendors" className="no-print mb-14">
      <FindVendors
        names={names}
        find={find}
        action={`${hrefTo('/compare/$pair', { pair: addressOf(slugs) })}#${CHANGE_ID}`}
        hiddenFields={{ only, left, right }}
      />
      <form
        action={hrefTo('/compare')}
        method="get"
        className="grid items-end gap-4 border-y border-line py-5 sm:grid-cols-[1fr_1fr_auto]"
      >
        <HiddenFields values={{ with: slugs, only }} />
        <Select
          label={isFull ? 'Another vendor' : 'One more vendor'}
          name="add"
          required
          defaultValue=""
          options={optionsOf(NONE, others)}
        />
        <Select
          label="Replace"
          name="instead"
          defaultValue={isFull ? slugs.at(-1) : ''}
          options={optionsOf('None: add a column', compared).slice(isFull ? 1 : 0)}
        />
        <Button type="submit">{isFull ? 'Swap' : 'Add or swap'}</Button>
        <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-faint sm:col-span-full">
          Remove
          {compared.map(({ slug, name }) => (
            <a key={slug} href={hrefWithout(slug)} className="touch text-link min-h-6">
              <span className="sr-only">Remove </span>
              {name}
            </a>
          ))}
        </p>
      </form>
    </section>
  );
}
