import { clsx } from 'clsx';
import type { ComponentType } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import type { ScreenProps } from '#admin/screens.ts';
import { ArticlesScreen } from './articles-screen.tsx';
import { useNewsDesk } from './use-article-actions.tsx';

const STYLE_GUIDES = 'style-guides';

interface NewsTabProps extends ScreenProps {
  /** The second sub-tab; it belongs to another content type, so that the program hands it in. */
  styleGuides: ComponentType;
}

/** The news desk: articles, and the style guides that rewrites follow. */
export function NewsTab({ collection, styleGuides: StyleGuides }: NewsTabProps) {
  const { rest } = useAdminAddress();
  // Held here, so that a look at the style guides does not lose jobs.
  const desk = useNewsDesk();
  const isGuides = rest === STYLE_GUIDES || rest.startsWith(`${STYLE_GUIDES}/`);
  const subTabs = [
    { label: 'Articles', href: adminHref('news'), isCurrent: !isGuides },
    { label: 'Style Guides', href: adminHref('news', STYLE_GUIDES), isCurrent: isGuides },
  ];
  return (
    <section aria-labelledby="tab-title">
      <h2 id="tab-title" className="text-h2 font-semibold">
        {collection.label.many}
      </h2>
      <nav aria-label="News" className="mt-3 mb-6 flex gap-6 border-b border-rule">
        {subTabs.map(({ label, href, isCurrent }) => (
          <a
            key={href}
            href={href}
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(
              '-mb-px inline-flex min-h-11 items-center border-b-2 text-sm font-medium hover:text-ink',
              isCurrent ? 'border-accent text-ink' : 'border-transparent text-soft',
            )}
          >
            {label}
          </a>
        ))}
      </nav>
      {isGuides ? <StyleGuides /> : <ArticlesScreen collection={collection} desk={desk} />}
    </section>
  );
}
