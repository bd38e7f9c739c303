import { useQueryClient } from '@tanstack/react-query';
import type { SaveTexts } from '#admin/editor/editor-options.ts';
import { type FormView, ItemEditor } from '#admin/editor/item-editor.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { CompareTab } from '../compare/compare-tab.tsx';
import { refreshNews } from '../news-data.ts';
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

const NEW_TABS = { content: 'Content', seo: 'SEO' };
const TABS = { content: 'Content', rewrite: 'Original and Rewritten', seo: 'SEO' };

const Comparison = ({ item, ...form }: FormView) => item && <CompareTab item={item} {...form} />;

const VIEWS = { content: ArticleFields, rewrite: Comparison };

/** The form of an article: its content, the original beside the rewritten text, and SEO. */
export function ArticleModal(props: EditorProps) {
  const { item } = props;
  const queryClient = useQueryClient();
  return (
    <ItemEditor
      {...props}
      tabs={item ? TABS : NEW_TABS}
      views={VIEWS}
      publicity={StatusInput}
      texts={TEXTS}
      check={(values) => checkArticle(values, item)}
      prepare={withoutCounted}
      onSaved={() => refreshNews(queryClient, { isBegun: true })}
    />
  );
}
