import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { FieldInput } from '#admin/editor/field-input.tsx';
import type { FormValues } from '#admin/editor/form-types.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { toastError } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import type { RelatedInfoItem } from '#kit/field-groups.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/switch.tsx';
import type { SeoTabProps } from './seo-state.ts';

/** Its fields stand apart from the others of the tab. */
export const RELATED_INFO: readonly string[] = ['enableRelatedInfo', 'relatedInfoCache'];

const readRows = (values: FormValues): RelatedInfoItem[] =>
  Array.isArray(values.relatedInfoCache) ? values.relatedInfoCache : [];

/** New proposals come after existing entries; an existing address is not added twice. */
export const addProposals = (
  rows: readonly RelatedInfoItem[],
  proposed: readonly RelatedInfoItem[],
): RelatedInfoItem[] => [
  ...rows,
  ...proposed.filter(({ url }) => !rows.some((row) => row.url === url)),
];

type Proposal = ResponseOf<'post', '/api/related-info'>;

const FAILED = 'Failed to find related information';

const saidOf = ({ items, madeBy }: Proposal): string => {
  if (items.length === 0) return 'Nothing related was found.';
  const by = madeBy === 'ai' ? 'the AI service' : 'this site’s own content';
  return `${items.length} proposed from ${by}. They are stored when you save.`;
};

/** Related information: switched on, made by a button, and edited before it is stored. */
export function RelatedInfoEditor({ collection, values, onChange, item, errors }: SeoTabProps) {
  const [said, setSaid] = useState('');
  const rows = readRows(values);
  const field = collection.fields.relatedInfoCache;

  const { mutate: find, isPending } = useMutation({
    mutationFn: (id: number) =>
      adminSend('POST', '/api/related-info', { body: { collection: collection.name, id } }),
    onSuccess: (proposal) => {
      onChange({ relatedInfoCache: addProposals(rows, proposal.items) });
      setSaid(saidOf(proposal));
    },
    onError: (error) => toastError(serverMessage(error) ?? FAILED),
  });

  return (
    <section aria-labelledby="related-info" className="border-t border-rule pt-5">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <h3 id="related-info" className="mr-auto text-h4 font-semibold">
          Related information
        </h3>
        <Switch
          id="show-related-info"
          checked={Boolean(values.enableRelatedInfo)}
          onChange={({ target }) => onChange({ enableRelatedInfo: target.checked })}
        >
          Show on the page
        </Switch>
        <Button size="sm" onClick={() => item && find(item.id)} disabled={!item || isPending}>
          {isPending ? 'Looking...' : 'Find related information'}
        </Button>
      </div>
      <p aria-live="polite" className="mt-1 text-xs text-faint">
        {item ? said || madeOn(item.relatedInfoCachedAt) : 'Save once, then it can be looked for.'}
      </p>
      {field && (
        <FieldInput
          name="relatedInfoCache"
          field={field}
          value={rows}
          onChange={(relatedInfoCache) => onChange({ relatedInfoCache })}
          error={errors?.relatedInfoCache}
        />
      )}
    </section>
  );
}

const madeOn = (at: unknown): string => {
  const storedAt = typeof at === 'string' ? formatDateTime(at) : '';
  return storedAt === '' ? '' : `Stored on ${storedAt}.`;
};
