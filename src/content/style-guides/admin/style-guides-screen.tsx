import { useQuery } from '@tanstack/react-query';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, adminQuery } from '#admin/api/admin-queries.ts';
import { changedMessage } from '#admin/api/problems.ts';
import { deleteQuestion, useConfirm } from '#admin/confirm/use-confirm.ts';
import type { SaveTexts } from '#admin/editor/editor-options.ts';
import type { FormOf } from '#admin/editor/form-types.ts';
import { ItemEditor } from '#admin/editor/item-editor.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { CollectionTools } from '#admin/list/collection-tab.tsx';
import { May, useMayChange } from '#admin/may.tsx';
import { Row } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { useChange } from '#admin/use-action.ts';
import { missingIn } from '#content/shared/definition-inputs.ts';
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

const GUIDES = styleGuides.name;

export const checkGuide = (values: FormOf<typeof styleGuides>) => missingIn(styleGuides, values);

/** The form of a style guide. One is made the active one on purpose, not by being written. */
function GuideEditor(props: EditorProps) {
  return <ItemEditor {...props} texts={TEXTS} check={checkGuide} start={{ isActive: false }} />;
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
        editor={GuideEditor}
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
  const { data, error, isPending, refetch } = useQuery(adminListQuery(`/api/${GUIDES}`));
  const { activate, remove, isBusy } = useGuideActions();
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
      {data.items.map((guide) => {
        const { id, name, description, prompt, isActive } = guide;
        return (
          <Row
            key={id}
            data-guide={id}
            title={name}
            marks={
              <Badge tone={isActive ? 'positive' : 'neutral'}>
                {isActive ? 'Active' : 'Inactive'}
              </Badge>
            }
            footer={
              <div className="flex flex-wrap gap-2">
                {!isActive && (
                  <May least="publisher">
                    <RowButton
                      label="Activate"
                      of={name}
                      variant="primary"
                      disabled={isBusy}
                      onClick={() => void activate(guide)}
                    />
                  </May>
                )}
                {mayChange(guide) && (
                  <>
                    <ButtonLink size="sm" href={hrefOf(id)} aria-label={`Edit: ${name}`}>
                      Edit
                    </ButtonLink>
                    <RowButton
                      label="Delete"
                      of={name}
                      disabled={isBusy}
                      onClick={() => void remove(guide)}
                    />
                  </>
                )}
              </div>
            }
          >
            {description && <p className="mt-1 text-sm text-soft">{description}</p>}
            <p className="mt-1 line-clamp-2 max-w-3xl text-xs text-faint">{prompt}</p>
          </Row>
        );
      })}
    </ul>
  );
}

/**
 * Activating and deleting style guides, with the spec's words about it. Another user's edit since the list was read
 * is neither put to use nor deleted unseen. All are busy at once: to activate one changes the version of another, which
 * the list tells when it is read again.
 */
const useGuideActions = () => {
  const confirm = useConfirm();
  const { run, isBusy } = useChange(GUIDES);
  const say = (title: string, failed: string, { name: description }: StyleGuide) =>
    [() => ({ title, description }), (error: unknown) => changedMessage(error) ?? failed] as const;
  const activate = (guide: StyleGuide) => {
    const { id, version } = guide;
    return run(
      () => adminSend('POST', '/api/style-guides/{id}/activate', { params: { id }, version }),
      ...say('Style Guide Activated', 'Failed to activate style guide', guide),
    );
  };
  const remove = async (guide: StyleGuide) => {
    const { id, version } = guide;
    if (!(await confirm(deleteQuestion(guide.name)))) return;
    await run(
      () => adminSend('DELETE', '/api/style-guides/{id}', { params: { id }, version }),
      ...say('Style Guide Deleted', 'Failed to delete style guide', guide),
    );
  };
  return { activate, remove, isBusy };
};
