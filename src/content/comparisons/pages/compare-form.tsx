import { useHydrated, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { FindVendors, type VendorNames } from '#content/shared/find-vendors.tsx';
import { useEarlyInput } from '#site/use-early-input.ts';
import { Button } from '#ui/button.tsx';
import { HiddenFields } from '#ui/hidden-fields.tsx';
import { Select } from '#ui/select.tsx';
import { addressOf } from '../site.ts';
import type { ComparisonSearch } from './comparison-search.ts';

interface CompareFormProps {
  names: VendorNames;
  /** A vendor chosen by the address; an unknown one is ignored. */
  initial: string | undefined;
  find: string | undefined;
  switches: Pick<ComparisonSearch, 'only'>;
}

export function CompareForm({ names, initial, find, switches }: CompareFormProps) {
  const navigate = useNavigate();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const params = { pair: addressOf([first, second]) };
    void navigate({ to: '/compare/$pair', params, search: switches });
  };
  const optionsWithout = (excluded: string) => [
    { value: '', label: 'Select a platform' },
    ...names.vendors
      .filter(({ slug }) => slug !== excluded)
      .map(({ slug, name }) => ({ value: slug, label: name })),
  ];

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
        onSubmit={submit}
        className="grid items-end gap-4 border-y border-heavy py-6 md:grid-cols-[1fr_1fr_auto]"
      >
        <HiddenFields values={{ ...switches }} />
        <Select
          label="First Platform"
          name="vendor"
          value={first}
          options={optionsWithout('')}
          onChange={(event) => chooseFirst(event.target.value)}
        />
        <Select
          label="Second Platform"
          name="second"
          value={second}
          options={optionsWithout(first)}
          onChange={(event) => setSecond(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={isHydrated && !isReady}>
          Compare Now
        </Button>
      </form>
    </>
  );
}
