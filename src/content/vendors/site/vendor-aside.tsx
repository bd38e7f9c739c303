import { formatDate } from '#content/shared/format-date.ts';
import { known, logosOf } from '#site/known.ts';
import { ButtonLink } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { Logo } from '#ui/logo.tsx';
import { Panel } from '#ui/panel.tsx';
import { stillOnce } from '#ui/still/still.ts';
import type { Vendor } from '../vendors.collection.ts';
import { type CitedSource, citedSources, hostOf } from './sources.ts';
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

/** What a buyer needs to trust the page: when it was checked, against what, and what to do next. */
function EvaluatePanel({ vendor }: { vendor: Vendor }) {
  const { sources } = vendor;
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
      {/* The longest part of the page, and seldom opened: it is written once for each state of the vendor. */}
      {sources.length > 0 && (
        <div
          className="mt-3 border-t border-line"
          {...stillOnce(sources, 'sources', () => <Sources cited={citedSources(sources)} />)}
        />
      )}
      <ButtonLink className="mt-4 w-full" href={`/compare?vendor=${vendor.slug}`} variant="primary">
        Compare {vendor.name}
      </ButtonLink>
    </Panel>
  );
}

function Sources({ cited }: { cited: readonly CitedSource[] }) {
  return (
    <Disclosure title={`Sources (${cited.length})`} headingLevel="h3">
      <ul className="space-y-2.5 text-xs break-words text-faint [&_a]:inline-block">
        {cited.map(({ url, note, fields }, index) => (
          <li key={index}>
            {url ? <ExternalLink href={url}>{hostOf(url)}</ExternalLink> : null}
            {` ${note ? `${note}: ` : ''}${fields.join(', ')}`}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
