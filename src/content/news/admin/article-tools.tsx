import { useEffect, useRef, useState } from 'react';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { STATUS_FILTER } from './article-status.ts';
import type { ArticleView } from './news-data.ts';

const SEARCH_AFTER_MS = 250;

interface ArticleToolsProps {
  view: ArticleView;
  onChange: (patch: Record<string, string>) => void;
}

/** Search and status; the address keeps both. */
export function ArticleTools({ view, onChange }: ArticleToolsProps) {
  const [term, setTerm] = useState(view.q);
  const change = useRef(onChange);
  change.current = onChange;
  // Back and Forward change the address without this input.
  useEffect(() => setTerm(view.q), [view.q]);
  useEffect(() => {
    if (term === view.q) return;
    const timer = setTimeout(() => change.current({ q: term, page: '' }), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [term, view.q]);
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_12rem]">
      <SearchField
        label="Search articles"
        placeholder="Search by title or publisher"
        value={term}
        onChange={({ target }) => setTerm(target.value)}
      />
      <Select
        label="Status"
        hideLabel
        value={view.status}
        onChange={({ target }) => onChange({ status: target.value, page: '' })}
        options={STATUS_FILTER}
      />
    </div>
  );
}
