import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, adminQuery, refreshCollection } from '#admin/api/admin-queries.ts';
import { changedMessage } from '#admin/api/problems.ts';
import { deleteQuestion, useConfirm } from '#admin/confirm/use-confirm.ts';
import type { SaveTexts } from '#admin/editor/editor-options.ts';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { FormOf } from '#admin/editor/form-types.ts';
import { type EditorProps, ItemModal } from '#admin/editor/item-modal.tsx';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { useItemEditor } from '#admin/editor/use-item-editor.ts';
import { CollectionTools } from '#admin/list/collection-tab.tsx';
import { May, useMayChange } from '#admin/may.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { toast, toastError } from '#admin/toast.ts';
import { inputsOf, missingIn } from '#content/shared/definition-inputs.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { type StyleGuide, styleGuides } from '../style-guides.collection.ts';

const TEXTS: SaveTexts = {
  created: 'Style Guide Created',
  updated: 'Style Guide Updated',
  failedToCreate: () => 'Failed to create style guide',
  failedToUpdate: () => 'Failed to update style guide',
  // The spec's texts for style guides are titles.
  notice: (title, saved) => ({ title, description: String(saved.name) }),
};

const NAME_MAX = 100;
const PROMPT_ROWS = 14;

type Guides = typeof styleGuides;

export const checkGuide = (values: FormOf<Guides>) => missingIn(styleGuides, values);

/** The form of a style guide. */
function GuideModal(props: EditorProps<Guides>) {
  const { item, onClose } = props;
  const editor = useItemEditor({
    collection: styleGuides,
    item,
    texts: TEXTS,
    check: checkGuide,
    onClose,
    // A guide is made the active one on purpose, not by being written.
    start: { isActive: false },
  });
  const input = inputsOf(styleGuides, editor);
  return (
    <ItemModal {...props} editor={editor}>
      <div className="grid gap-5">
        <TextInput {...input('name')} cap={NAME_MAX} />
        <TextInput {...input('description')} />
        <TextInput
          {...input('prompt')}
          rows={PROMPT_ROWS}
          help="How a rewritten article should read: tone, length, what to keep and what to leave out"
        />
        <May least="publisher">
          <FlagInput
            label="Active"
            checked={editor.state.values.isActive === true}
            onChange={(isActive) => editor.change({ isActive })}
            help="Rewrites follow the active guide; there is one at most"
          />
        </May>
      </div>
    </ItemModal>
  );
}

/** Below the tab of the news. */
const PLACE = 'style-guides';

const hrefOf = (target: string | number) =>
  adminHref('news', [PLACE, target].filter(Boolean).join('/'));

const activeQuery = adminQuery('/api/style-guides/active');

/** The guides that rewrites follow: one is active. */
export function StyleGuidesScreen() {
  const { rest, goTo } = useAdminAddress();
  const target = rest.split('/')[1] ?? '';
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <ActiveGuide />
        <CollectionTools collection={styleGuides} add="Add Style Guide" href={hrefOf('new')} />
      </div>
      <GuideList />
      <OpenEditor
        collection={styleGuides}
        editor={GuideModal}
        target={target}
        onClose={() => void goTo(hrefOf(''))}
      />
    </div>
  );
}

function ActiveGuide() {
  const { data } = useQuery(activeQuery);
  return (
    <section aria-labelledby="active-guide" className="min-w-0">
      <h3 id="active-guide" className="font-sans text-xs font-medium text-soft">
        Active style guide
      </h3>
      <p className="min-h-[1lh] font-serif text-h4 font-semibold" data-active-guide>
        {data === undefined ? '' : (data?.name ?? 'none')}
      </p>
      {data?.description && <p className="text-sm text-soft">{data.description}</p>}
    </section>
  );
}

function GuideList() {
  const { data, error, isPending, refetch } = useQuery(adminListQuery('/api/style-guides'));
  const { act, remove, isBusy } = useGuideActions();
  const { mayChange } = useMayChange(styleGuides);
  if (isPending) return <p role="status">Loading style guides...</p>;
  if (error) {
    return (
      <ErrorText action={<Button onClick={() => void refetch()}>Try again</Button>}>
        The style guides could not be loaded.
      </ErrorText>
    );
  }
  if (data.items.length === 0) return <EmptyState text="No style guides found" />;
  return (
    <ul aria-label="Style guides">
      {data.items.map((guide) => (
        <GuideCard key={guide.id} guide={guide}>
          {!guide.isActive && (
            <May least="publisher">
              <RowButton
                label="Activate"
                of={guide.name}
                variant="primary"
                disabled={isBusy}
                onClick={() => act({ guide, ...ACTIVATE })}
              />
            </May>
          )}
          {mayChange(guide) && (
            <>
              <ButtonLink size="sm" href={hrefOf(guide.id)} aria-label={`Edit: ${guide.name}`}>
                Edit
              </ButtonLink>
              <RowButton
                label="Delete"
                of={guide.name}
                disabled={isBusy}
                onClick={() => void remove(guide)}
              />
            </>
          )}
        </GuideCard>
      ))}
    </ul>
  );
}

function GuideCard({ guide, children }: { guide: StyleGuide; children: ReactNode }) {
  const { id, name, description, prompt, isActive } = guide;
  return (
    <li data-guide={id} className="border-t border-line py-4">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-h4 font-semibold">{name}</h3>
        <Badge tone={isActive ? 'positive' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      </div>
      {description && <p className="mt-1 text-sm text-soft">{description}</p>}
      <p className="mt-1 line-clamp-2 max-w-3xl text-xs text-faint">{prompt}</p>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </li>
  );
}

const ACTIVATE = {
  send: ({ id, version }: StyleGuide) =>
    adminSend('POST', '/api/style-guides/{id}/activate', { params: { id }, version }),
  done: 'Style Guide Activated',
  failed: 'Failed to activate style guide',
};

const REMOVE = {
  send: ({ id, version }: StyleGuide) =>
    adminSend('DELETE', '/api/style-guides/{id}', { params: { id }, version }),
  done: 'Style Guide Deleted',
  failed: 'Failed to delete style guide',
};

interface Action {
  guide: StyleGuide;
  send: (guide: StyleGuide) => Promise<unknown>;
  done: string;
  failed: string;
}

/**
 * Activating and deleting style guides, with the spec's words about it. Another user's edit since the list was read
 * is neither put to use nor deleted unseen.
 */
const useGuideActions = () => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const { mutate: act, isPending } = useMutation({
    mutationFn: ({ guide, send }: Action) => send(guide),
    onSuccess: (_, { guide, done }) => toast({ title: done, description: guide.name }),
    onError: (error, { failed }) => toastError(changedMessage(error) ?? failed),
    onSettled: () => refreshCollection(queryClient, 'style-guides'),
  });
  const remove = async (guide: StyleGuide) => {
    if (await confirm(deleteQuestion(guide.name))) act({ guide, ...REMOVE });
  };
  /** All are busy at once: to activate one changes the version of another, which the list tells when it is read again. */
  return { act, remove, isBusy: isPending };
};
