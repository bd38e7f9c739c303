import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { adminQuery } from '#admin/api/admin-queries.ts';
import type { FieldErrors } from '#admin/api/problems.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { Picker } from '#admin/editor/fields/picker.tsx';
import { slugOf } from '#admin/editor/fields/use-choices.ts';
import type { RowProps } from '#admin/keys/use-row-keys.ts';
import { Row } from '#admin/parts/row.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import { LEVELS, PUBLISHERS } from '#content/coverage/coverage.collection.ts';
import { PageWords } from '#modules/quotes/admin/page-words.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';

interface ProposalRowProps {
  proposal: Proposal;
  rowProps: RowProps;
  /** Its page is open. */
  isActive: boolean;
  isBusy: boolean;
  /** By their keys; those that the user may do. */
  actions: { a?: () => void; e?: () => void; r?: () => void };
  /** Other words of the page were chosen. */
  onQuote: (quote: string) => void;
  /** The form that is open below it. */
  children: ReactNode;
}

const NAMES = { a: 'Accept', e: 'Edit', r: 'Refuse' } as const;
const ALL = ['a', 'e', 'r'] as const;

/** A proposal, the text that stands there now, and the words of the page. */
export function ProposalRow(props: ProposalRowProps) {
  const { proposal, rowProps, isActive, isBusy, actions, onQuote, children } = props;
  const { label, level, finding, value, quote, page, current } = proposal;
  const words = useQuery({
    ...adminQuery('/api/evidence-pages/{id}', { id: page.id }),
    enabled: isActive,
  });
  return (
    <Row
      {...rowProps}
      look="work"
      data-proposal={proposal.id}
      aria-label={`${label}: ${level ?? value}`}
      className="aria-[current=true]:shadow-[-2px_0_var(--color-accent)] focus-visible:bg-sunken"
      title={label}
      marks={<Badge>{level ?? 'fact'}</Badge>}
      actions={ALL.map((key) => {
        const act = actions[key];
        return (
          act && (
            <Button
              key={key}
              size="sm"
              disabled={isBusy}
              tabIndex={isActive ? 0 : -1}
              aria-label={`${NAMES[key]} ${label}`}
              aria-keyshortcuts={key}
              onClick={act}
            >
              {NAMES[key]}
            </Button>
          )
        );
      })}
      footer={
        <>
          {isActive && words.data && (
            <PageWords text={words.data.text} quote={quote} onQuote={onQuote} />
          )}
          {children}
        </>
      }
    >
      <p className="mt-1">{finding ?? value}</p>
      <blockquote cite={page.url} className="mt-1 border-l-2 border-rule pl-3 text-soft">
        {quote}
      </blockquote>
      <p className="mt-1 text-xs text-faint">
        <ExternalLink href={page.url}>{page.title ?? page.url}</ExternalLink>
        {current?.text ? ` Now: ${[current.level, current.text].filter(Boolean).join(': ')}` : ''}
      </p>
    </Row>
  );
}

export type Proposal = ResponseOf<'get', '/api/proposals'>[number];

interface AcceptFormProps {
  proposal: Proposal;
  quote: string;
  errors: FieldErrors;
  onSend: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** A proposal as the editor would store it. */
export function AcceptForm({ proposal, quote, errors, onSend, onClose }: AcceptFormProps) {
  const { kind, label, level, finding, value, publisher } = proposal;
  const [feature, setFeature] = useState(proposal.feature?.slug);
  const input = (name: string, title: string, start: string | null, more: object = {}) => (
    <FormInput
      name={name}
      label={title}
      defaultValue={start ?? ''}
      error={errors[name]}
      {...more}
    />
  );
  return (
    <form
      noValidate
      aria-label={`Edit the proposal for ${label}`}
      onSubmit={onSend}
      onKeyDown={(event) => {
        // The list around the form has keys of its own.
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
      className="mt-3 grid gap-4 border border-rule bg-raised p-4 sm:grid-cols-2"
    >
      {kind === 'cell' && (
        <div>
          <Picker
            label="Feature"
            to="features"
            single
            keyOf={slugOf}
            value={feature ? [feature] : []}
            onChange={([slug]) => setFeature(slug)}
            error={errors.feature}
          />
          <input type="hidden" name="feature" value={feature ?? ''} />
        </div>
      )}
      {kind === 'cell' && input('level', 'Level', level, { options: asOptions(LEVELS) })}
      {kind === 'cell'
        ? input('finding', 'Finding', finding, { rows: 3 })
        : input('value', 'Value', value)}
      {input('quote', 'Quote', quote, { rows: 3 })}
      {input('publisher', 'Who published it', publisher, {
        options: asOptions(['', ...PUBLISHERS]),
      })}
      {input('pageDate', 'Date of the page', '')}
      {input('note', 'Note', '', { rows: 2 })}
      {kind === 'fact' && proposal.current?.text !== '' && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" name="replaces" className="size-5 accent-accent-fill" />
          In place of “{proposal.current?.text}”
        </label>
      )}
      <div className="flex flex-wrap justify-end gap-3 sm:col-span-2">
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" variant="primary">
          Accept
        </Button>
      </div>
    </form>
  );
}
