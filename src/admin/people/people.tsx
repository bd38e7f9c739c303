import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '#admin/api/admin-queries.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { initialsOf, nameOf } from '#platform/person-name.ts';

export const PEOPLE_PATH = '/api/users';

export type Colleague = ResponseOf<'get', typeof PEOPLE_PATH>[number];

/** A screen that opens after a minute asks again: new colleagues are there without a reload. */
const peopleQuery = { ...adminQuery(PEOPLE_PATH), staleTime: 60_000 };

/** Everybody who may sign in. */
export const usePeople = (): readonly Colleague[] => useQuery(peopleQuery).data ?? [];

/** Of two people with one name the address tells which. */
export const nameAmong = (people: readonly Colleague[], person: Colleague): string => {
  const name = nameOf(person);
  const isShared = people.some((other) => other.id !== person.id && nameOf(other) === name);
  return isShared ? `${name} (${person.email})` : name;
};

/** The name for an address of the records; a removed user and a token keep what stands there. */
export const useNames = () => {
  const { data: people = [], isPending } = useQuery(peopleQuery);
  return (email: string): string => {
    // No address flashes up where a name is about to stand.
    if (isPending) return '…';
    const person = people.find((one) => one.email === email);
    return person ? nameAmong(people, person) : email;
  };
};

/** For a select: by address, in the order of names. */
export const usePeopleOptions = () => {
  const people = usePeople();
  return people
    .map((person) => ({ value: person.email, label: nameAmong(people, person) }))
    .sort((a, b) => a.label.localeCompare(b.label));
};

/** Beside a name, or with its own where none stands there. */
export function Initials({ name, isAlone = false }: { name: string; isAlone?: boolean }) {
  return (
    <span
      {...(isAlone ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true })}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-full border border-rule bg-sunken font-sans text-2xs font-semibold text-ink"
    >
      {initialsOf(name)}
    </span>
  );
}

/** A person of the records: initials and name. */
export function Person({ email }: { email: string }) {
  const name = useNames()(email);
  return (
    <span className="font-medium wrap-anywhere">
      <span className="mr-1.5">
        <Initials name={name} />
      </span>
      {name}
    </span>
  );
}
