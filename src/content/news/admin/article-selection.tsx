import { EditField, ReleaseItems, SelectionTools } from '#admin/list/selection-bar.tsx';
import { useItemActions } from '#admin/list/use-item-actions.ts';
import type { Selection } from '#admin/list/use-selection.ts';
import { May, useMayChange } from '#admin/may.tsx';
import { news } from '#content/news/news.collection.ts';
import { Button } from '#ui/button.tsx';
import { countArticles } from './article-status.ts';
import type { DenseArticle } from './news-data.ts';
import type { NewsDesk } from './use-article-actions.tsx';

interface ArticleSelectionProps {
  items: readonly DenseArticle[];
  selection: Selection;
  desk: NewsDesk;
}

/** The actions on several articles at once. */
export function ArticleSelection({ items, selection, desk }: ArticleSelectionProps) {
  const { rewrites, publishing } = desk;
  const { mayChange } = useMayChange(news);
  const { removeAll } = useItemActions(news, { countOf: countArticles });
  const chosen = items.filter(({ id }) => selection.has(id)).map((one) => ({ ...one }));
  // Published articles are neither rewritten nor published.
  const open = chosen.filter(({ status }) => status !== 'published');
  const clearAfter = async (work: Promise<unknown>) => {
    if ((await work) !== false) selection.clear();
  };
  return (
    <SelectionTools selection={selection}>
      {rewrites.notSetUp === null && (
        <Button
          size="sm"
          disabled={open.length === 0}
          onClick={() => void clearAfter(rewrites.rewriteAll(open))}
        >
          Rewrite
        </Button>
      )}
      <May least="publisher">
        <Button
          size="sm"
          disabled={open.length === 0}
          onClick={() => void clearAfter(publishing.publishAll(open))}
        >
          Publish
        </Button>
      </May>
      {chosen.every(mayChange) && (
        <Button size="sm" onClick={() => void clearAfter(removeAll(chosen))}>
          Delete
        </Button>
      )}
      <EditField collection={news} items={chosen} onDone={selection.clear} />
      <ReleaseItems collection={news} items={chosen} />
    </SelectionTools>
  );
}
