import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { type ListInfo, listHead, type PageSearch } from '#site/list/list-route.ts';
import { PageFrame } from '#site/list/page-frame.tsx';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { CALLS_A_MINUTE, PAGE_INFO } from '../site.ts';
import { ADDING, OTHER_WAYS, RESEARCH, type Rows, TOOLS } from '../ways-in.ts';

/** A text to take along: one click selects all of it, and the button copies it where scripts run. */
function CopyField({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // Only a secure page may write there; elsewhere the text is selected by hand.
    await navigator.clipboard?.writeText(text);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code className="min-w-0 select-all break-all rounded-sm border border-line bg-sunken px-3 py-2 text-sm">
        {text}
      </code>
      <Button onClick={copy} className="needs-script">
        Copy
      </Button>
      <span aria-live="polite" className="text-sm text-soft">
        {isCopied && 'Copied'}
      </span>
    </div>
  );
}

const PAGE: ListInfo = { path: '/for-machines', overline: 'Directory', ...PAGE_INFO };

export const Route = createFileRoute('/for-machines')({
  head: listHead<never, PageSearch>({
    list: PAGE,
    jsonLd: (site, page) => collectionLd(site, page, []),
  }),
  component: ForMachinesPage,
});

function ForMachinesPage() {
  const { site } = Route.useRouteContext();
  return (
    <PageFrame page={PAGE}>
      <div className="space-y-14">
        <section>
          <SectionHeading title={ADDING.title} text={ADDING.text} />
          <CopyField text={`${site.url}/mcp`} />
          <ol className="mt-6 max-w-measure list-decimal space-y-2 pl-5 text-soft marker:text-faint">
            {ADDING.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
        <section>
          <SectionHeading title="What it answers" text="Tools that only read." />
          <RowList rows={TOOLS} areNames />
          <div className="prose mt-6">
            <p>
              Each fact comes with the page that says it, who published it, whether that is first or
              second hand, the date of the page and the day on which we read it.{' '}
              <em>Not confirmed</em> means that no page we read says so, which is not the same as
              absent: the <a href={hrefTo('/$slug', { slug: 'methodology' })}>methodology</a> tells
              why. An assistant may still err; the link shows what the page says.
            </p>
          </div>
        </section>
        <section>
          <SectionHeading title="Other ways to read the guide" />
          <RowList rows={OTHER_WAYS} />
        </section>
        <section>
          <SectionHeading title={RESEARCH.title} text={RESEARCH.text} />
          <RowList rows={RESEARCH.rows} />
        </section>
        <section>
          <SectionHeading title="License and limits" />
          <div className="prose">
            <p>
              The data is free to use under the license that <a href={hrefTo('/data')}>Open Data</a>{' '}
              names: name this site and link to it. The pages that it cites belong to their
              publishers.
            </p>
            <p>
              A client may make {CALLS_A_MINUTE} calls a minute; beyond that the response says when
              to come back. Long results come in parts. Only what is published is read.
            </p>
          </div>
        </section>
      </div>
    </PageFrame>
  );
}

const CODE_OR_LINK = /(`[^`]+`|\[[^\]]+\]\([^)]+\))/;
const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/;

const show = (text: string) =>
  text.split(CODE_OR_LINK).map((part) => {
    if (part.startsWith('`')) return <code key={part}>{part.slice(1, -1)}</code>;
    const [, words, to] = LINK.exec(part) ?? [];
    if (!to) return part;
    return (
      <a key={part} href={to} className="text-link">
        {words}
      </a>
    );
  });

interface RowListProps {
  rows: Rows;
  /** Names that a program knows. */
  areNames?: boolean;
}

function RowList({ rows, areNames = false }: RowListProps) {
  return (
    <dl className="border-t border-line">
      {rows.map(([name, text]) => (
        <div
          key={name}
          className="grid gap-x-8 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]"
        >
          <dt className="font-medium">{areNames ? <code>{name}</code> : name}</dt>
          <dd className="text-soft">{show(text)}</dd>
        </div>
      ))}
    </dl>
  );
}
