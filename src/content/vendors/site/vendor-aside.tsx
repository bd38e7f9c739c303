import { formatDate } from '#content/shared/format-date.ts';
import { known, logosOf } from '#site/known.ts';
import { ButtonLink } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { Logo } from '#ui/logo.tsx';
import { Panel } from '#ui/panel.tsx';
import type { Vendor } from '../vendors.collection.ts';
import type { VendorPage } from './vendor-profile.page.tsx';

const UNKNOWN = 'Not specified';

const facts = (vendor: Vendor, rows: [string, keyof Vendor & string][]) =>
  rows.map(([label, key]) => ({ label, value: known(vendor[key] as string | null) ?? UNKNOWN }));

export function VendorAside({ vendor }: { vendor: VendorPage }) {
  return (
    <>
      <Panel title="Company Information">
        <DescriptionList
          items={facts(vendor, [
            ['Founded', 'founded'],
            ['Headquarters', 'headquarters'],
            ['Employees', 'employeeCount'],
            ['Customers', 'customerCount'],
          ])}
        />
      </Panel>
      <Panel title="Requirements">
        <DescriptionList
          items={facts(vendor, [
            ['Minimum assets', 'minimumAssets'],
            ['Typical client size', 'typicalClientSize'],
            ['Pricing', 'pricing'],
          ])}
        />
      </Panel>
      <EvaluatePanel vendor={vendor} />
      {vendor.relatedVendors.length > 0 && (
        <Panel title="Related Vendors">
          <ul className="border-t border-line">
            {vendor.relatedVendors.map((other) => (
              <li
                key={other.slug}
                className="card group relative flex gap-4 border-b border-line py-3"
              >
                <Logo size="sm" sources={logosOf(other)} name={other.name} />
                <div className="min-w-0">
                  <h3 className="font-sans text-sm font-medium">
                    <a href={`/vendors/${other.slug}`} className="cover-link group-hover:underline">
                      {other.name}
                    </a>
                  </h3>
                  <p className="line-clamp-2 text-xs text-faint">{known(other.description)}</p>
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

const PLAIN_HOST = /^https?:\/\/([a-z0-9.-]+)(?:[/?#]|$)/;

/** A source may also be a path of this site. Most addresses need no parser, and a page has dozens. */
const hostOf = (url: string) =>
  PLAIN_HOST.exec(url)?.[1] ?? (URL.canParse(url) ? new URL(url).hostname : url);

/** What a buyer needs to trust the page: when it was checked, against what, and what to do next. */
function EvaluatePanel({ vendor }: { vendor: Vendor }) {
  return (
    <Panel title={`Evaluate ${vendor.name}`} tone="accent">
      <p className="text-sm text-soft">
        {vendor.lastVerifiedAt ? (
          <>
            Last verified{' '}
            <time dateTime={vendor.lastVerifiedAt}>{formatDate(vendor.lastVerifiedAt)}</time>.{' '}
          </>
        ) : null}
        <a href="/methodology" className="text-link">
          How we research
        </a>
      </p>
      {vendor.sources.length > 0 && (
        <div className="mt-3 border-t border-line">
          <Disclosure title={`Sources (${vendor.sources.length})`} headingLevel="h3">
            <ul className="space-y-2 text-xs break-words">
              {vendor.sources.map(({ field, url, note }, index) => (
                <li key={index}>
                  <span className="font-medium text-ink">{field}</span>{' '}
                  {url ? <ExternalLink href={url}>{hostOf(url)}</ExternalLink> : null}
                  {note ? <span className="block text-faint">{note}</span> : null}
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      )}
      <ButtonLink className="mt-4 w-full" href={`/compare?vendor=${vendor.slug}`} variant="primary">
        Compare {vendor.name}
      </ButtonLink>
    </Panel>
  );
}
