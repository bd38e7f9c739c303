import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh, readAt, refreshCollection } from '#admin/api/admin-queries.ts';
import { changedMessage, fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { KeyLine } from '#admin/keys/key-line.tsx';
import { useRowKeys } from '#admin/keys/use-row-keys.ts';
import { useMay } from '#admin/may.tsx';
import { toastDone, toastError } from '#admin/toast.ts';
import { useFormSend } from '#admin/use-form-send.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { AcceptForm, type Proposal, ProposalRow } from './proposal-row.tsx';

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
  const [isBusy, setIsBusy] = useState(false);
  const { errors, send } = useFormSend(sayFailure);
  const refresh = () => queryClient.invalidateQueries(readAt(PATH));

  /** A run that goes on has found more. */
  const catchUp = useEffectEvent((open: number) => {
    if (data && open !== data.length) void refresh();
  });
  useEffect(() => catchUp(found), [found]);

  const decide = async (work: () => Promise<unknown>, done: string) => {
    setIsBusy(true);
    try {
      await work();
      toastDone(done);
      setEdited(null);
      await Promise.all([refresh(), queryClient.invalidateQueries(readAt('/api/evidence-runs'))]);
    } finally {
      setIsBusy(false);
    }
  };

  const accept = (
    proposal: Proposal,
    body: { feature?: string; replaces?: boolean | undefined } = {},
  ) =>
    decide(async () => {
      const params = { id: proposal.id };
      const isOther = (body.feature ?? proposal.feature?.slug) !== proposal.feature?.slug;
      const version = isOther ? undefined : (proposal.current?.version ?? 0);
      await adminSend('POST', '/api/proposals/{id}/accept', { params, version, body });
      await refreshCollection(queryClient, proposal.kind === 'cell' ? 'coverage' : 'vendors');
    }, `${proposal.label} is accepted`);

  const refuse = (proposal: Proposal) =>
    decide(
      () => adminSend('POST', '/api/proposals/{id}/refuse', { params: { id: proposal.id } }),
      `${proposal.label} is refused`,
    );

  const tell = (work: Promise<void>) =>
    void work.catch((failure: unknown) => toastError(sayFailure(failure)));

  const actionsOf = (proposal: Proposal) => ({
    ...(mayAccept && { a: () => tell(accept(proposal)), e: () => setEdited(proposal) }),
    ...(mayRefuse && { r: () => tell(refuse(proposal)) }),
  });

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
                errors={errors}
                onClose={() => close(proposal.id)}
                onSend={send((read, form) => {
                  const isReplaced = read('replaces') === 'on' ? { replaces: true } : {};
                  return accept(proposal, { ...editsOf(read, form), ...isReplaced });
                })}
              />
            )}
          </ProposalRow>
        ))}
      </ul>
    </section>
  );
}
