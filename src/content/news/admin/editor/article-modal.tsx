import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SaveTexts } from '#admin/editor/editor-options.ts';
import { withAutoSlug } from '#admin/editor/form-values.ts';
import { type EditorProps, ItemModal } from '#admin/editor/item-modal.tsx';
import { useItemEditor } from '#admin/editor/use-item-editor.ts';
import { useSeoState } from '#admin/seo/seo-state.ts';
import { SeoTab } from '#admin/seo/seo-tab.tsx';
import { CompareTab } from '#content/news/admin/compare/compare-tab.tsx';
import { refreshNews } from '#content/news/admin/news-data.ts';
import { news } from '#content/news/news.collection.ts';
import { checkArticle, withoutCounted } from './article-check.ts';
import { ArticleFields, StatusInput } from './article-fields.tsx';

const TEXTS: SaveTexts = {
  created: 'Article Created',
  updated: 'Article Updated',
  failedToCreate: () => 'Failed to create article',
  failedToUpdate: () => 'Failed to update article',
  // The spec's texts for articles are titles.
  notice: (title, saved) => ({
    title,
    description: String(saved.rewrittenTitle || saved.title),
  }),
};

/** The form of an article: its content, the original beside the rewritten text, and SEO. */
export function ArticleModal(props: EditorProps<typeof news>) {
  const { item, onClose } = props;
  const queryClient = useQueryClient();
  const [tab, setTab] = useState('content');
  const seo = useSeoState();
  const editor = useItemEditor({
    collection: news,
    item,
    texts: TEXTS,
    check: (values) => {
      const errors = checkArticle(values, item);
      if (Object.keys(errors).some((key) => !key.startsWith('meta'))) setTab('content');
      return errors;
    },
    prepare: withoutCounted,
    derive: withAutoSlug,
    onClose,
    onSaved: () => refreshNews(queryClient, { isBegun: true }),
  });
  const { change } = editor;
  const { values, errors } = editor.state;
  const form = { item, values, errors, onChange: change };

  return (
    <ItemModal
      {...props}
      editor={editor}
      publicity={<StatusInput {...form} />}
      tab={tab}
      onTabChange={setTab}
      tabs={[
        {
          value: 'content',
          label: 'Content',
          content: <ArticleFields {...form} />,
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
        { value: 'seo', label: 'SEO', content: <SeoTab collection={news} {...form} {...seo} /> },
      ]}
    />
  );
}
