import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { FindVendors, type VendorNames } from '#content/shared/find-vendors.tsx';
import { Button } from '#ui/button.tsx';
import { HiddenFields } from '#ui/hidden-fields.tsx';
import { Select } from '#ui/select.tsx';
import { addressOf, MAX_COMPARED } from '../site.ts';
import { type ComparisonSearch, changeCompared } from './comparison-search.ts';

export const CHANGE_ID = 'change-vendors';

interface ChangeVendorsProps {
  compared: readonly { name: string; slug: string }[];
  names: VendorNames;
  search: ComparisonSearch;
  hrefWithout(slug: string): string;
}

/** One more vendor, or another in the place of one: a plain form, which the tool's page answers. */
export function ChangeVendors(props: ChangeVendorsProps) {
  const { compared, names, search, hrefWithout } = props;
  const { find, only, left, right } = search;
  const switches = { only };
  const navigate = useNavigate();
  const slugs = compared.map(({ slug }) => slug);
  const isFull = slugs.length === MAX_COMPARED;
  const others = names.vendors.filter(({ slug }) => !slugs.includes(slug));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const next = changeCompared(slugs, String(form.get('add')), String(form.get('instead')));
    void navigate({
      to: '/compare/$pair',
      params: { pair: addressOf(next) },
      search: switches,
    });
  };
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
        onSubmit={submit}
        className="grid items-end gap-4 border-y border-line py-5 sm:grid-cols-[1fr_1fr_auto]"
      >
        <HiddenFields values={{ with: slugs, ...switches }} />
        <Select
          label={isFull ? 'Another vendor' : 'One more vendor'}
          name="add"
          required
          defaultValue=""
          options={[
            { value: '', label: 'Select a platform' },
            ...others.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
        />
        <Select
          label="Replace"
          name="instead"
          defaultValue={isFull ? slugs.at(-1) : ''}
          options={[
            ...(isFull ? [] : [{ value: '', label: 'None: add a column' }]),
            ...compared.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
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
