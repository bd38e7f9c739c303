import { useHydrated, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';

export interface VendorNames {
  total: number;
  vendors: { id: number; name: string; slug: string }[];
}

interface CompareFormProps {
  names: VendorNames;
  /** A vendor chosen by the address; an unknown one is ignored. */
  initial: string | undefined;
  find: string | undefined;
}

export function CompareForm({ names, initial, find }: CompareFormProps) {
  const navigate = useNavigate();
  // Without script the button can always be pressed.
  const isHydrated = useHydrated();
  const isKnown = names.vendors.some(({ slug }) => slug === initial);
  const [first, setFirst] = useState(isKnown && initial ? initial : '');
  const [second, setSecond] = useState('');
  const isReady = first !== '' && second !== '' && first !== second;

  const chooseFirst = (slug: string) => {
    setFirst(slug);
    if (slug === second) setSecond('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) void navigate({ to: '/compare/$pair', params: { pair: `${first}-vs-${second}` } });
  };
  const optionsWithout = (excluded: string) => [
    { value: '', label: 'Select a platform' },
    ...names.vendors
      .filter(({ slug }) => slug !== excluded)
      .map(({ slug, name }) => ({ value: slug, label: name })),
  ];

  return (
    <>
      {names.total > names.vendors.length || find ? (
        <FindVendors find={find} first={first} />
      ) : null}
      <form
        action="/compare"
        method="get"
        onSubmit={submit}
        className="grid items-end gap-4 border-y border-heavy py-6 md:grid-cols-[1fr_1fr_auto]"
      >
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

/** Only when the directory has outgrown a selector. */
function FindVendors({ find, first }: { find: string | undefined; first: string }) {
  return (
    <form action="/compare" method="get" className="mb-4 flex items-end gap-3">
      <SearchField
        label="Find a vendor"
        showLabel
        name="find"
        defaultValue={find}
        className="max-w-md flex-1"
      />
      {first && <input type="hidden" name="vendor" value={first} />}
      <Button type="submit">Find</Button>
    </form>
  );
}
