import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { withAutoSlug } from '#admin/editor/auto-slug.ts';
import { EditorModal } from '#admin/editor/editor-modal.tsx';
import {
  EditorConflict,
  EditorNotices,
  type EditorProps,
  editorTitle,
} from '#admin/editor/item-editor.tsx';
import { ItemTools } from '#admin/editor/item-tools.tsx';
import { type SaveTexts, useItemEditor } from '#admin/editor/use-item-editor.ts';
import { SeoTab } from '#admin/seo/seo-tab.tsx';
import { CompareTab } from '#content/news/admin/compare/compare-tab.tsx';
import { refreshNews } from '#content/news/admin/news-data.ts';
import { sayNews } from '#content/news/admin/news-toast.ts';
import { checkArticle, withoutCounted } from './article-check.ts';
import { ArticleFields } from './article-fields.tsx';

const TEXTS: SaveTexts = {
  created: 'Article Created',
  updated: 'Article Updated',
  failedToCreate: () => 'Failed to create article',
  failedToUpdate: () => 'Failed to update article',
};

/** The form of an article: its content, the original beside the rewritten text, and SEO. */
export function ArticleModal({ collection, item, onClose }: EditorProps) {
  const queryClient = useQueryClient();
  const [tab, setTab] = useState('content');
  const mayLackUrl = item !== null && !item.originalUrl;
  const editor = useItemEditor({
    collection,
    item,
    texts: TEXTS,
    check: (values) => {
      const errors = checkArticle(values, mayLackUrl);
      if (Object.keys(errors).some((key) => !key.startsWith('meta'))) setTab('content');
      return errors;
    },
    prepare: withoutCounted,
    derive: (before, patch, isNew) => (isNew ? withAutoSlug(collection, before, patch) : patch),
    onSaved: (saved) => {
      // The spec's texts for news are titles: this toast takes the place of the general one.
      sayNews(item ? TEXTS.updated : TEXTS.created, String(saved.rewrittenTitle || saved.title));
      refreshNews(queryClient, { isBegun: true });
      onClose();
    },
  });
  const { values, errors, change } = editor;
  const form = { item, values, errors, onChange: change };

  return (
    <>
      <EditorModal
        title={editorTitle(collection, item)}
        isDirty={editor.isDirty}
        isSaving={editor.isSaving}
        onSave={() => void editor.save()}
        onClose={onClose}
        onDiscard={editor.forget}
        tab={tab}
        onTabChange={setTab}
        notice={<EditorNotices collection={collection} editor={editor} />}
        tools={<ItemTools collection={collection} item={item} onRestored={onClose} />}
        tabs={[
          {
            value: 'content',
            label: 'Content',
            content: <ArticleFields {...form} mayLackUrl={mayLackUrl} />,
          },
          ...(item
            ? [
                {
                  value: 'rewrite',
                  label: 'Original and Rewritten',
                  content: <CompareTab item={item} values={values} onChange={change} />,
                },
              ]
            : []),
        ]}
        seo={<SeoTab collection={collection} {...form} />}
      />
      <EditorConflict collection={collection} editor={editor} />
    </>
  );
}
