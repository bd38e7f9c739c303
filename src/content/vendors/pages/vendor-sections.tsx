import type { ReactNode } from 'react';
import type { CoverageGroup } from '#content/shared/coverage/coverage-groups.ts';
import { VendorCoverage } from '#content/shared/coverage/vendor-coverage.tsx';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import { RichText } from '#site/rich-text.tsx';
import { BadgeList } from '#ui/badge-list.tsx';
import { Gallery } from '#ui/media/gallery.tsx';
import { VideoGallery } from '#ui/media/video-gallery.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Fact, FurtherFacts, furtherFacts, VendorFit } from './vendor-facts.tsx';
import type { VendorPage } from './vendor-page.ts';

interface VendorSectionsProps {
  vendor: VendorPage;
  coverage: readonly CoverageGroup[];
}

/** Each section shows only when there is something to show. */
export function VendorSections({ vendor, coverage }: VendorSectionsProps) {
  const about = withoutPlaceholder(vendor.html.about) ?? withoutPlaceholder(vendor.html.content);
  const features = withoutPlaceholders(vendor.features);
  const useCases = withoutPlaceholders(vendor.useCases);
  const integrations = withoutPlaceholders(vendor.integrations);
  const support = withoutPlaceholders(vendor.supportOptions);
  const hasFit =
    withoutPlaceholder(vendor.fits) ||
    withoutPlaceholder(vendor.notFor) ||
    vendor.questions.length > 0;
  return (
    <>
      {about && (
        <Block title="About">
          <RichText html={about} />
        </Block>
      )}
      <VendorCoverage groups={coverage} name={vendor.name} />
      {hasFit && (
        <Block title="Fit">
          <VendorFit vendor={vendor} />
        </Block>
      )}
      <Listed
        title="Key Features"
        overview={vendor.html.featuresOverview}
        count={features.length}
        evidence={{ vendor, field: 'features' }}
      >
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {features.map((feature) => (
            <li key={feature} className="border-b border-line py-2.5 text-sm">
              {feature}
            </li>
          ))}
        </ul>
      </Listed>
      {vendor.gallery.length > 0 && (
        <Block title="Screenshots">
          <Gallery
            images={vendor.gallery.map((src, index) => ({
              src,
              alt: `${vendor.name} screenshot ${index + 1}`,
            }))}
          />
        </Block>
      )}
      {vendor.videos.length > 0 && (
        <Block title="Videos & Demos">
          <VideoGallery videos={vendor.videos} />
        </Block>
      )}
      <Listed
        title="Use Cases"
        overview={vendor.html.useCasesOverview}
        count={useCases.length}
        evidence={{ vendor, field: 'useCases' }}
      >
        <ol className="border-t border-line">
          {useCases.map((useCase, index) => (
            <li key={useCase} className="flex gap-5 border-b border-line py-3">
              <span className="w-6 shrink-0 font-serif text-h4 font-semibold text-accent tabular-nums">
                {index + 1}
              </span>
              {useCase}
            </li>
          ))}
        </ol>
      </Listed>
      <Listed
        title="Integrations"
        overview={vendor.html.integrationsOverview}
        count={integrations.length}
        evidence={{ vendor, field: 'integrations' }}
      >
        <BadgeList items={integrations} label="Integrations" />
      </Listed>
      <Listed
        title="Support"
        overview={undefined}
        count={support.length}
        evidence={{ vendor, field: 'supportOptions' }}
      >
        <BadgeList items={support} label="Support" />
      </Listed>
      {furtherFacts(vendor).length > 0 && (
        <Block title="Further facts on record">
          <FurtherFacts vendor={vendor} />
        </Block>
      )}
      <RelatedInfo item={vendor} />
    </>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <SectionHeading title={title} />
      {children}
    </section>
  );
}

interface ListedProps {
  title: string;
  overview: string | undefined;
  count: number;
  evidence: { vendor: VendorPage; field: string };
  children: ReactNode;
}

/** What a vendor names, below its overview and above what was read about it. */
function Listed({ title, overview, count, evidence, children }: ListedProps) {
  const text = withoutPlaceholder(overview);
  if (count === 0 && !text) return null;
  return (
    <Block title={title}>
      {text && (
        <div className="mb-6">
          <RichText html={text} />
        </div>
      )}
      {count > 0 && (
        <div className="space-y-3">
          <Fact {...evidence} isList>
            {children}
          </Fact>
        </div>
      )}
    </Block>
  );
}
