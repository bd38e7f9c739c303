import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { FormValues } from '#admin/editor/form-types.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { Trash2 } from '#admin/icons.ts';
import { toastError } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import type { RelatedInfoItem } from '#kit/field-groups.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/switch.tsx';
import type { SeoTabProps } from './seo-state.ts';

const MAX_ROWS = 20;

export const readRows = (values: FormValues): RelatedInfoItem[] =>
  Array.isArray(values.relatedInfoCache) ? values.relatedInfoCache : [];

/** An empty list is stored as nothing at all. */
export const rowsPatch = (rows: readonly RelatedInfoItem[]): FormValues => ({
  relatedInfoCache: rows.length === 0 ? null : rows.slice(0, MAX_ROWS),
});

/** New proposals come after existing entries; an existing address is not added twice. */
export const addProposals = (
  rows: readonly RelatedInfoItem[],
  proposed: readonly RelatedInfoItem[],
): RelatedInfoItem[] => [
  ...rows,
  ...proposed.filter(({ url }) => !rows.some((row) => row.url === url)),
];

export const changeRow = (
  rows: readonly RelatedInfoItem[],
  at: number,
  patch: Partial<RelatedInfoItem>,
): RelatedInfoItem[] => rows.map((row, index) => (index === at ? { ...row, ...patch } : row));

export const removeRow = (rows: readonly RelatedInfoItem[], at: number): RelatedInfoItem[] =>
  rows.filter((_, index) => index !== at);

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
  const show = (next: readonly RelatedInfoItem[]) => onChange(rowsPatch(next));

  const { mutate: find, isPending } = useMutation({
    mutationFn: (id: number) =>
      adminSend('POST', '/api/related-info', { body: { collection: collection.name, id } }),
    onSuccess: (proposal) => {
      show(addProposals(rows, proposal.items));
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
      {errors?.relatedInfoCache && (
        <p className="mt-1 text-xs font-medium text-danger">{errors.relatedInfoCache}</p>
      )}
      <ol className="mt-3 grid gap-4">
        {rows.map((row, index) => (
          <RelatedRow
            key={index}
            number={index + 1}
            row={row}
            onChange={(patch) => show(changeRow(rows, index, patch))}
            onRemove={() => show(removeRow(rows, index))}
          />
        ))}
      </ol>
    </section>
  );
}

const madeOn = (at: unknown): string => {
  const storedAt = typeof at === 'string' ? formatDateTime(at) : '';
  return storedAt === '' ? '' : `Stored on ${storedAt}.`;
};

interface RelatedRowProps {
  number: number;
  row: RelatedInfoItem;
  onChange: (patch: Partial<RelatedInfoItem>) => void;
  onRemove: () => void;
}

function RelatedRow({ number, row, onChange, onRemove }: RelatedRowProps) {
  return (
    <li className="grid gap-3 border-l-2 border-line pl-4 sm:grid-cols-2">
      <TextInput
        label={`Title ${number}`}
        value={row.title}
        onChange={(title) => onChange({ title })}
      />
      <TextInput
        label={`Source ${number}`}
        value={row.source}
        onChange={(source) => onChange({ source })}
      />
      <div className="flex items-end gap-3 sm:col-span-2">
        <TextInput
          className="flex-1"
          label={`Address ${number}`}
          value={row.url}
          onChange={(url) => onChange({ url })}
        />
        <Button aria-label={`Remove related item ${number}`} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </div>
      <TextInput
        className="sm:col-span-2"
        label={`Description ${number}`}
        rows={2}
        value={row.description}
        onChange={(description) => onChange({ description })}
      />
    </li>
  );
}
