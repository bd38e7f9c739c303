import type { ReactNode } from 'react';
import type { ItemPage } from '#site/item-page.ts';
import { known, knownItems } from '#site/known.ts';
import { RelatedInfo } from '#site/related-info.tsx';
import { BadgeList } from '#ui/badge-list.tsx';
import { Gallery } from '#ui/media/gallery.tsx';
import { VideoGallery } from '#ui/media/video-gallery.tsx';
import { Prose } from '#ui/prose.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { Vendor } from '../vendors.collection.ts';

/** Each section shows only when there is something to show. */
export function VendorSections({ vendor }: { vendor: ItemPage<Vendor> }) {
  const about = known(vendor.html.about) ?? known(vendor.html.content);
  const features = knownItems(vendor.features);
  const useCases = knownItems(vendor.useCases);
  const integrations = knownItems(vendor.integrations);
  const support = knownItems(vendor.supportOptions);
  return (
    <>
      {about && (
        <Block title="About">
          <Prose html={about} />
        </Block>
      )}
      <Listed title="Key Features" overview={vendor.html.featuresOverview} count={features.length}>
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
      <Listed title="Use Cases" overview={vendor.html.useCasesOverview} count={useCases.length}>
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
      >
        <BadgeList items={integrations} label="Integrations" />
      </Listed>
      <Listed title="Support" overview={undefined} count={support.length}>
        <BadgeList items={support} label="Support" />
      </Listed>
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
  children: ReactNode;
}

function Listed({ title, overview, count, children }: ListedProps) {
  const text = known(overview);
  if (count === 0 && !text) return null;
  return (
    <Block title={title}>
      {text && <Prose html={text} className="mb-6" />}
      {count > 0 && children}
    </Block>
  );
}
