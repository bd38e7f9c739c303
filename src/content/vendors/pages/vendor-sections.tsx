import type { ReactNode } from 'react';
import type { CoverageGroup } from '#content/shared/coverage/coverage-groups.ts';
import { VendorCoverage } from '#content/shared/coverage/vendor-coverage.tsx';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import { RichText } from '#site/rich-text.tsx';
import { BadgeList } from '#ui/badge-list.tsx';
import type { PageHeading } from '#ui/contents-nav.tsx';
import { Gallery } from '#ui/media/gallery.tsx';
import { VideoGallery } from '#ui/media/video-gallery.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Fact, FurtherFacts, furtherFacts, VendorFit } from './vendor-facts.tsx';
import type { VendorPage } from './vendor-page.ts';

interface Profile {
  vendor: VendorPage;
  coverage: readonly CoverageGroup[];
}

interface Part extends PageHeading {
  section: ReactNode;
}

/** The parts of a profile in their order: those that have something to show. */
export const partsOf = ({ vendor, coverage }: Profile): Part[] =>
  [
    aboutPart(vendor),
    coveragePart(vendor, coverage),
    fitPart(vendor),
    featuresPart(vendor),
    screenshotsPart(vendor),
    videosPart(vendor),
    useCasesPart(vendor),
    integrationsPart(vendor),
    supportPart(vendor),
    furtherPart(vendor),
  ].filter((part) => part !== null);

const partWith = (id: string, text: string, children: ReactNode): Part => ({
  id,
  text,
  section: (
    <section key={id}>
      <SectionHeading title={text} id={id} />
      {children}
    </section>
  ),
});

const aboutPart = ({ html }: VendorPage) => {
  const about = withoutPlaceholder(html.about) ?? withoutPlaceholder(html.content);
  return about ? partWith('about', 'About', <RichText html={about} />) : null;
};

const coveragePart = ({ name }: VendorPage, groups: Profile['coverage']): Part | null =>
  groups.length === 0
    ? null
    : {
        id: 'evidence',
        text: 'What is documented',
        section: <VendorCoverage key="evidence" groups={groups} name={name} />,
      };

const fitPart = (vendor: VendorPage) =>
  withoutPlaceholder(vendor.fits) ||
  withoutPlaceholder(vendor.notFor) ||
  vendor.questions.length > 0
    ? partWith('fit', 'Fit', <VendorFit vendor={vendor} />)
    : null;

const featuresPart = (vendor: VendorPage) => {
  const features = withoutPlaceholders(vendor.features);
  return listedPart(['key-features', 'Key Features'], {
    overview: vendor.html.featuresOverview,
    count: features.length,
    evidence: { vendor, field: 'features' },
    list: (
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {features.map((feature) => (
          <li key={feature} className="border-b border-line py-2.5 text-sm">
            {feature}
          </li>
        ))}
      </ul>
    ),
  });
};

const screenshotsPart = ({ gallery, name }: VendorPage) =>
  gallery.length === 0
    ? null
    : partWith(
        'screenshots',
        'Screenshots',
        <Gallery
          images={gallery.map((src, index) => ({ src, alt: `${name} screenshot ${index + 1}` }))}
        />,
      );

const videosPart = ({ videos }: VendorPage) =>
  videos.length === 0
    ? null
    : partWith('videos', 'Videos & Demos', <VideoGallery videos={videos} />);

const useCasesPart = (vendor: VendorPage) => {
  const useCases = withoutPlaceholders(vendor.useCases);
  return listedPart(['use-cases', 'Use Cases'], {
    overview: vendor.html.useCasesOverview,
    count: useCases.length,
    evidence: { vendor, field: 'useCases' },
    list: (
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
    ),
  });
};

const integrationsPart = (vendor: VendorPage) => {
  const integrations = withoutPlaceholders(vendor.integrations);
  return listedPart(['integrations', 'Integrations'], {
    overview: vendor.html.integrationsOverview,
    count: integrations.length,
    evidence: { vendor, field: 'integrations' },
    list: <BadgeList items={integrations} label="Integrations" />,
  });
};

const supportPart = (vendor: VendorPage) => {
  const support = withoutPlaceholders(vendor.supportOptions);
  return listedPart(['support', 'Support'], {
    overview: undefined,
    count: support.length,
    evidence: { vendor, field: 'supportOptions' },
    list: <BadgeList items={support} label="Support" />,
  });
};

const furtherPart = (vendor: VendorPage) =>
  furtherFacts(vendor).length > 0
    ? partWith('further-facts', 'Further facts on record', <FurtherFacts vendor={vendor} />)
    : null;

interface Listed {
  overview: string | undefined;
  count: number;
  evidence: { vendor: VendorPage; field: string };
  list: ReactNode;
}

/** What a vendor names, below its overview and above what was read about it. */
const listedPart = (
  [id, title]: readonly [string, string],
  { overview, count, evidence, list }: Listed,
): Part | null => {
  const text = withoutPlaceholder(overview);
  if (count === 0 && !text) return null;
  return partWith(
    id,
    title,
    <>
      {text && (
        <div className="mb-6">
          <RichText html={text} />
        </div>
      )}
      {count > 0 && (
        <div className="space-y-3">
          <Fact {...evidence} isList>
            {list}
          </Fact>
        </div>
      )}
    </>,
  );
};
