import { Difference } from '#admin/diff/difference.tsx';
import type { Article } from '#content/news/news.collection.ts';
import type { SeoResult } from '#platform/seo/analyser.ts';

interface MetaChangesProps {
  article: Article;
  made: SeoResult;
}

/** The meta texts as they are and as they would be. */
export function MetaChanges({ article, made }: MetaChangesProps) {
  const rows = [
    { label: 'Meta title', before: article.metaTitle, after: made.metaTitle },
    { label: 'Meta description', before: article.metaDescription, after: made.metaDescription },
  ];
  return (
    <div className="mt-4 grid gap-3">
      {rows.map(({ label, before, after }) => (
        <div key={label}>
          <h3 className="mb-1 font-sans text-xs font-medium text-soft">{label}</h3>
          <Difference before={before ?? ''} after={after} />
        </div>
      ))}
      <p className="text-xs text-faint">Score {made.seoScore} of 100 with these texts.</p>
    </div>
  );
}
