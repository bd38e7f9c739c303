import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { loadOnServer, loadOrNotFound } from '#site/api/load.ts';
import { itemQuery } from '#site/api/queries.ts';
import { DraftBanner } from '#site/draft-banner.tsx';
import { breadcrumbLd } from '#site/head/json-ld.ts';
import { notFoundHead, pageHead } from '#site/head/page-head.ts';
import { HubBlock } from '#site/hub-block.tsx';
import { hubQuery } from '#site/hub-query.ts';
import type { ItemPage } from '#site/item-page.ts';
import { RelatedInfo } from '#site/related-info.tsx';
import { RichText } from '#site/rich-text.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Container } from '#ui/container.tsx';
import { ArrowLeft } from '#ui/icons.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { SkeletonPage } from '#ui/skeleton.tsx';
import type { FamilyOfficeType } from '../types.collection.ts';

const typeQuery = (slug: string) => itemQuery<ItemPage<FamilyOfficeType>>('types', slug);

const NOT_FOUND = 'Type Not Found';

export const Route = createFileRoute('/types/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const type = await loadOrNotFound(location.pathname, () =>
      queryClient.ensureQueryData(typeQuery(params.slug)),
    );
    await loadOnServer(queryClient, [hubQuery(type.slug)]);
    return type;
  },
  head: ({ match, loaderData: type }) => {
    const { site } = match.context;
    if (!type) return notFoundHead(site, NOT_FOUND);
    const path = `/types/${type.slug}`;
    return pageHead({
      site,
      path,
      title: type.metaTitle || `${type.title} - Family Office Types`,
      description: type.metaDescription || type.description || type.content || type.title,
      noindex: !type.isPublished,
      jsonLd: breadcrumbLd(site, [
        { name: 'Home', path: '' },
        { name: 'Types', path: '/types' },
        { name: type.title, path },
      ]),
    });
  },
  component: TypeDetailPage,
  pendingComponent: () => (
    <Container>
      <SkeletonPage />
    </Container>
  ),
  notFoundComponent: TypeNotFound,
  errorComponent: TypeNotFound,
});

function TypeNotFound() {
  return (
    <NotFoundScreen
      heading={NOT_FOUND}
      text="The family office type you're looking for doesn't exist or has been removed."
      actions={[{ href: '/types', label: 'View All Types' }]}
    />
  );
}

function TypeDetailPage() {
  const { slug } = Route.useParams();
  const { data: type } = useSuspenseQuery(typeQuery(slug));
  const { data: hub } = useQuery(hubQuery(type.slug));
  return (
    <Container className="pb-16">
      {!type.isPublished && <DraftBanner />}
      <Breadcrumbs
        items={[
          { label: 'Home', href: '/' },
          { label: 'Types', href: '/types' },
          { label: type.title },
        ]}
      />
      <PageHeader
        title={type.title}
        lead={type.description ? <p>{type.description}</p> : null}
        actions={
          <ButtonLink href="/types" variant="quiet">
            <ArrowLeft aria-hidden className="size-4" />
            Back to Types
          </ButtonLink>
        }
      />
      <div className="space-y-14">
        <RichText html={type.html.content} text={type.content} />
        <HubBlock config={hub} currentSlug={type.slug} />
        <RelatedInfo item={type} />
      </div>
    </Container>
  );
}
