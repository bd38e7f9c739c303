import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh, readAt, refreshCollection } from '#admin/api/admin-queries.ts';
import { changedMessage, fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { useMay } from '#admin/may.tsx';
import { toastDone, toastError } from '#admin/toast.ts';
import { useFormSend } from '#admin/use-form-send.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { AcceptForm, type Proposal } from './accept-form.tsx';
import { ProposalRow } from './proposal-row.tsx';

const PATH = '/api/proposals';
const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
const KEYS = 'J and K or the arrows move, A accepts, E edits, R refuses, Esc closes.';

const sayFailure = (error: unknown) =>
  changedMessage(error) ?? Object.values(fieldErrorsOf(error))[0] ?? messageOf(error);

/** What a form says other than the proposal; its empty fields are none. */
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
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [edited, setEdited] = useState<{ id: number; quote: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { errors, send } = useFormSend(sayFailure);
  const refresh = () => queryClient.invalidateQueries(readAt(PATH));

  /** A run that goes on has found more. */
  const catchUp = useEffectEvent((open: number) => {
    if (data && open !== data.length) void refresh();
  });
  useEffect(() => catchUp(found), [found]);

  const active = data?.some(({ id }) => id === current) ? current : data?.[0]?.id;
  const focus = (id: number | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-proposal="${id}"]`)?.focus();

  const decide = async ({ id }: Proposal, work: () => Promise<unknown>, done: string) => {
    const at = data?.findIndex((one) => one.id === id) ?? 0;
    const next = data?.[at + 1] ?? data?.[at - 1];
    setIsBusy(true);
    try {
      await work();
      toastDone(done);
      setEdited(null);
      setCurrent(next?.id ?? 0);
      await Promise.all([refresh(), queryClient.invalidateQueries(readAt('/api/evidence-runs'))]);
      focus(next?.id);
    } finally {
      setIsBusy(false);
    }
  };

  const accept = (
    proposal: Proposal,
    body: { feature?: string; replaces?: boolean | undefined } = {},
  ) =>
    decide(
      proposal,
      async () => {
        const params = { id: proposal.id };
        const isOther = (body.feature ?? proposal.feature?.slug) !== proposal.feature?.slug;
        const version = isOther ? undefined : (proposal.current?.version ?? 0);
        await adminSend('POST', '/api/proposals/{id}/accept', { params, version, body });
        await refreshCollection(queryClient, proposal.kind === 'cell' ? 'coverage' : 'vendors');
      },
      `${proposal.label} is accepted`,
    );

  const refuse = (proposal: Proposal) =>
    decide(
      proposal,
      () => adminSend('POST', '/api/proposals/{id}/refuse', { params: { id: proposal.id } }),
      `${proposal.label} is refused`,
    );

  const tell = (work: Promise<void>) =>
    void work.catch((failure: unknown) => toastError(sayFailure(failure)));

  const actionsOf = (proposal: Proposal) => ({
    ...(mayAccept && { a: () => tell(accept(proposal)), e: () => setEdited(proposal) }),
    ...(mayRefuse && { r: () => tell(refuse(proposal)) }),
  });

  const watchKeys = (event: KeyboardEvent, proposal: Proposal, at: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const step = STEPS[event.key];
    const act = Object.entries(actionsOf(proposal)).find(([key]) => key === event.key)?.[1];
    if (step !== undefined) focus(data?.[at + step]?.id);
    else if (act && !isBusy) act();
    else return;
    event.preventDefault();
  };

  const close = (id: number) => {
    setEdited(null);
    focus(id);
  };

  if (error) return <ErrorText>The proposals could not be loaded: {messageOf(error)}</ErrorText>;
  if (!data) return null;
  if (data.length === 0) return <EmptyState text="Nothing is proposed at the moment." />;
  return (
    <section aria-label="Proposals">
      {mayAccept && <p className="mb-2 text-xs text-faint max-sm:hidden">{KEYS}</p>}
      <ul ref={list}>
        {data.map((proposal, at) => (
          <li
            key={proposal.id}
            data-proposal={proposal.id}
            aria-label={`${proposal.label}: ${proposal.level ?? proposal.value}`}
            // The keys work on the line that has the focus; Tab leads to the active one.
            tabIndex={proposal.id === active ? 0 : -1}
            onFocus={() => setCurrent(proposal.id)}
            onKeyDown={(event) => watchKeys(event, proposal, at)}
            className="border-t border-line py-3 text-sm focus-visible:bg-sunken"
          >
            <ProposalRow
              proposal={proposal}
              isActive={proposal.id === active}
              isBusy={isBusy}
              actions={actionsOf(proposal)}
              onQuote={(quote) => mayAccept && setEdited({ id: proposal.id, quote })}
            />
            {edited?.id === proposal.id && (
              <AcceptForm
                key={edited.quote}
                proposal={proposal}
                quote={edited.quote}
                errors={errors}
                onClose={() => close(proposal.id)}
                onSend={(event) =>
                  void send((read, form) => {
                    const isReplaced = read('replaces') === 'on' ? { replaces: true } : {};
                    return accept(proposal, { ...editsOf(read, form), ...isReplaced });
                  })(event)
                }
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
