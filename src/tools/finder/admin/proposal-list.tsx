import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh, refreshCollection } from '#admin/api/admin-queries.ts';
import { changedMessage, fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { Picker } from '#admin/editor/fields/picker.tsx';
import { slugOf } from '#admin/editor/fields/use-choices.ts';
import { KeyLine } from '#admin/keys/key-line.tsx';
import { type RowProps, useRowKeys } from '#admin/keys/use-row-keys.ts';
import { useMay } from '#admin/may.tsx';
import { Row } from '#admin/parts/row.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { toastDone } from '#admin/toast.ts';
import { useAction } from '#admin/use-action.ts';
import { FieldErrorsContext, type Work } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { LEVELS, PUBLISHERS } from '#content/coverage/coverage.collection.ts';
import { PageWords } from '#modules/quotes/admin/page-words.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
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
function ProposalRow(props: ProposalRowProps) {
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

type Proposal = ResponseOf<'get', '/api/proposals'>[number];

interface AcceptFormProps {
  proposal: Proposal;
  quote: string;
  onSend: Work;
  onClose: () => void;
}

function FeaturePicker({ start }: { start: string | undefined }) {
  const [feature, setFeature] = useState(start);
  const { feature: error } = useContext(FieldErrorsContext);
  return (
    <div>
      <Picker
        label="Feature"
        to="features"
        single
        keyOf={slugOf}
        value={feature ? [feature] : []}
        onChange={([slug]) => setFeature(slug)}
        error={error}
      />
      <input type="hidden" name="feature" value={feature ?? ''} />
    </div>
  );
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** A proposal as the editor would store it. */
function AcceptForm({ proposal, quote, onSend, onClose }: AcceptFormProps) {
  const { kind, label, level, finding, value, publisher } = proposal;
  const input = (name: string, title: string, start: string | null, more: object = {}) => (
    <FormInput name={name} label={title} defaultValue={start ?? ''} {...more} />
  );
  return (
    <SendForm
      aria-label={`Edit the proposal for ${label}`}
      action="Accept"
      variant="primary"
      beside={<Button onClick={onClose}>Close</Button>}
      sayFailure={sayFailure}
      onSend={onSend}
      onKeyDown={(event) => {
        // The list around the form has keys of its own.
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
      className="mt-3 grid gap-4 border border-rule bg-raised p-4 sm:grid-cols-2"
    >
      {kind === 'cell' && <FeaturePicker start={proposal.feature?.slug} />}
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
    </SendForm>
  );
}

const PATH = '/api/proposals';

const sayFailure = (error: unknown) =>
  changedMessage(error) ?? Object.values(fieldErrorsOf(error))[0] ?? messageOf(error);

/** The values of a form that differ from the proposal; its empty fields are none. */
const editsOf = (read: (name: string) => string, form: HTMLFormElement) =>
  Object.fromEntries(
    ['feature', 'level', 'finding', 'value', 'quote', 'publisher', 'pageDate', 'note']
      .filter((name) => form.elements.namedItem(name) && read(name) !== '')
      .map((name) => [name, read(name)]),
  );

/** Proposals one after another, by key or button, each with its words in the page. */
export function ProposalList({ vendor, found }: { vendor: string; found: number }) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery(fresh(adminQuery(PATH, { vendor })));
  const mayAccept = useMay('publisher');
  const mayRefuse = useMay('editor');
  const [edited, setEdited] = useState<{ id: number; quote: string } | null>(null);
  const { run, isBusy, reread } = useAction(PATH, '/api/evidence-runs');

  /** A run that goes on has found more. */
  const catchUp = useEffectEvent((open: number) => {
    if (data && open !== data.length) void reread();
  });
  useEffect(() => catchUp(found), [found]);

  const accept = async (
    { id, kind, feature, current }: Proposal,
    body: { feature?: string; replaces?: boolean } = {},
  ) => {
    const isOther = (body.feature ?? feature?.slug) !== feature?.slug;
    const version = isOther ? undefined : (current?.version ?? 0);
    await adminSend('POST', '/api/proposals/{id}/accept', { params: { id }, version, body });
    await refreshCollection(queryClient, kind === 'cell' ? 'coverage' : 'vendors');
  };
  const refuse = ({ id }: Proposal) =>
    adminSend('POST', '/api/proposals/{id}/refuse', { params: { id } });

  const saveForm =
    (proposal: Proposal): Work =>
    async (read, form) => {
      const isReplaced = read('replaces') === 'on' ? { replaces: true } : {};
      await accept(proposal, { ...editsOf(read, form), ...isReplaced });
      toastDone(`${proposal.label} is accepted`);
      setEdited(null);
      await reread();
    };

  const actionsOf = (proposal: Proposal) => {
    const decide = (work: () => Promise<unknown>, done: string) =>
      void run(work, `${proposal.label} is ${done}`, sayFailure);
    return {
      ...(mayAccept && {
        a: () => decide(() => accept(proposal), 'accepted'),
        e: () => setEdited(proposal),
      }),
      ...(mayRefuse && { r: () => decide(() => refuse(proposal), 'refused') }),
    };
  };

  const press = (key: 'a' | 'e' | 'r') => (row: string) => {
    const proposal = data?.find(({ id }) => String(id) === row);
    if (proposal && !isBusy) actionsOf(proposal)[key]?.();
  };
  const { list, active, focus, rowProps } = useRowKeys<HTMLUListElement>({
    rows: data?.map(({ id }) => String(id)) ?? [],
    actions: { a: press('a'), e: press('e'), r: press('r') },
  });

  const close = (id: number) => {
    setEdited(null);
    focus(String(id));
  };

  if (error) return <ErrorText>The proposals could not be loaded: {messageOf(error)}</ErrorText>;
  if (!data) return null;
  if (data.length === 0) return <EmptyState text="Nothing is proposed at the moment." />;
  return (
    <section aria-label="Proposals">
      <KeyLine place="proposals" />
      <ul ref={list}>
        {data.map((proposal) => (
          <ProposalRow
            key={proposal.id}
            proposal={proposal}
            rowProps={rowProps(String(proposal.id))}
            isActive={String(proposal.id) === active}
            isBusy={isBusy}
            actions={actionsOf(proposal)}
            onQuote={(quote) => mayAccept && setEdited({ id: proposal.id, quote })}
          >
            {edited?.id === proposal.id && (
              <AcceptForm
                key={edited.quote}
                proposal={proposal}
                quote={edited.quote}
                onClose={() => close(proposal.id)}
                onSend={saveForm(proposal)}
              />
            )}
          </ProposalRow>
        ))}
      </ul>
    </section>
  );
}
