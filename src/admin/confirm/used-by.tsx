import { queryOptions, useQuery } from '@tanstack/react-query';
import { adminGet, adminSend } from '#admin/api/admin-api.ts';
import { createOnce } from '#admin/api/create-once.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { typeNamed } from '#admin/collections.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastError } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { counted } from '#platform/words.ts';

type Use = ResponseOf<'get', '/api/{collection}/{id}/used-by'>[number];

interface UsedByProps {
  name: string;
  ids: readonly number[];
  /** Given where the items have addresses that readers may follow. */
  onRedirect?: ((toPath: string) => void) | undefined;
}

const SHOWN = 50;

const readUses = async (name: string, ids: readonly number[]): Promise<Use[]> => {
  const lists = await Promise.all(
    ids.map((id) => adminGet('/api/{collection}/{id}/used-by', { collection: name, id })),
  );
  const uses = lists.flat().filter((use) => use.collection !== name || !ids.includes(use.id));
  return [...new Map(uses.map((use) => [`${use.collection}/${use.id}`, use])).values()];
};

/** Asked anew for each question, and not again by the list in it. */
const FRESH_MS = 1000;

export const usesQuery = (name: string, ids: readonly number[]) =>
  queryOptions({
    queryKey: [`/api/${name}/used-by`, 'admin', ids],
    queryFn: () => readUses(name, ids),
    staleTime: FRESH_MS,
    // Without a connection it fails at once: the question does not wait for one.
    networkMode: 'always',
  });

/** The uses of the items about to go, and a redirect for their readers. */
export function UsedBy({ name, ids, onRedirect }: UsedByProps) {
  const { data: uses, error } = useQuery(usesQuery(name, ids));
  return (
    <div className="mt-4 grid gap-4 text-sm">
      {error && <p className="text-soft">What uses it could not be found out.</p>}
      {!uses && !error && <p className="text-soft">Looking for what uses it...</p>}
      {uses?.length === 0 && <p className="text-soft">Nothing else on the site uses it.</p>}
      {uses && uses.length > 0 && (
        <div>
          <p className="font-medium">Used in {counted(uses.length, 'place', 'places')}</p>
          <ul aria-label="Used in" className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
            {uses.slice(0, SHOWN).map((use) => (
              <UseLine key={`${use.collection}/${use.id}`} use={use} isNewTab />
            ))}
            {uses.length > SHOWN && <li className="text-faint">and {uses.length - SHOWN} more</li>}
          </ul>
        </div>
      )}
      {onRedirect && (
        <FormInput
          name="toPath"
          label="Send its readers to (optional)"
          placeholder="/another-page"
          inputMode="url"
          autoComplete="off"
          onChange={({ target }) => onRedirect(target.value)}
          help="A redirect from the address that goes to this one"
        />
      )}
    </div>
  );
}

interface UseLineProps {
  use: Pick<Use, 'collection' | 'id' | 'title' | 'fields'>;
  /** The question about it stays open. */
  isNewTab?: boolean;
}

/** An item that uses something, and the fields in which it does. */
export function UseLine({ use, isNewTab }: UseLineProps) {
  return (
    <li>
      <a
        href={editorHref(use.collection, use.id)}
        {...(isNewTab && { target: '_blank', rel: 'noreferrer' })}
        className="text-link"
      >
        {use.title}
      </a>{' '}
      <span className="text-faint">
        {typeNamed(use.collection)}, {use.fields.join(', ')}
      </span>
    </li>
  );
}

interface Refused {
  fromPath: string;
  reason: string;
}

const sayRefused = (refused: readonly Refused[], total: number) => {
  const byReason = [...Map.groupBy(refused, ({ reason }) => reason)];
  const [first, ...others] = byReason;
  if (first && others.length === 0 && refused.length === total) {
    const redirects = total === 1 ? 'the redirect' : `${total} redirects`;
    toastError(`Failed to create ${redirects}: ${first[0]}`);
    return;
  }
  const reasons = byReason.map(
    ([reason, all]) => `not from ${all.map(({ fromPath }) => fromPath).join(', ')}: ${reason}`,
  );
  toastError([`${total - refused.length} of ${total} redirects added`, ...reasons].join('; '));
};

/** Leads the readers of addresses that are gone to another one; a refusal keeps no other address from it. */
export const addRedirects = async (fromPaths: readonly string[], toPath: string) => {
  if (toPath.trim() === '') return;
  const refused: Refused[] = [];
  for (const fromPath of fromPaths) {
    try {
      await createOnce({ fromPath, toPath: toPath.trim() }, (request) =>
        adminSend('POST', '/api/redirects', request),
      );
    } catch (error) {
      refused.push({ fromPath, reason: reasonOf(error) });
    }
  }
  if (refused.length > 0) sayRefused(refused, fromPaths.length);
};
