import { useQuery } from '@tanstack/react-query';
import { hrefTo } from '#client/href-to.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { bannersQuery } from './home-queries.ts';

const DEFAULTS = {
  title: 'Ready to Explore Family Office Services?',
  description:
    'From bill payment to partnership accounting: what a provider can take off your desk.',
  buttons: [
    { id: -1, buttonText: 'Browse Services', buttonUrl: hrefTo('/services') },
    { id: -2, buttonText: 'Family Office Types', buttonUrl: hrefTo('/types') },
  ],
};

export function BannerSection() {
  const { data, isPending } = useQuery(bannersQuery);
  const banners = data?.items ?? [];
  const first = banners[0];
  const buttons = first ? banners : DEFAULTS.buttons;
  return (
    <Section tone="band">
      {isPending ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <div className="flex flex-wrap items-end justify-between gap-6">
          <div className="max-w-xl">
            <h2 className="text-h2 font-[550]">{first?.title ?? DEFAULTS.title}</h2>
            <p className="mt-3 text-soft">{first ? first.description : DEFAULTS.description}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            {buttons.map(({ id, buttonText, buttonUrl }, index) => (
              <ButtonLink
                key={id}
                href={buttonUrl}
                variant={index === 0 ? 'primary' : 'secondary'}
                external={!buttonUrl.startsWith('/')}
              >
                {buttonText}
              </ButtonLink>
            ))}
          </div>
        </div>
      )}
    </Section>
  );
}
