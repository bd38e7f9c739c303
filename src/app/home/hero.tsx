import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card, CardGrid } from '#ui/card.tsx';
import { Container, Section } from '#ui/container.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { PageHeader } from '#ui/headings.tsx';
import { SearchForm } from '#ui/search-field.tsx';
import { categoriesQuery, vendorsQuery } from './home-queries.ts';

interface HeroTopProps {
  overline: string;
  title: string;
  lead: string;
  actions: ReactNode;
  children?: ReactNode;
}

/** The top of the home page, which its login-required variant at /admin shares (A2.03). */
export function HeroTop({ overline, title, lead, actions, children }: HeroTopProps) {
  return (
    <Container className="grid items-end gap-x-16 lg:grid-cols-[1fr_20rem]">
      <div className="pb-4 lg:pb-8">
        <PageHeader
          size="display"
          overline={overline}
          title={title}
          lead={<p>{lead}</p>}
          actions={actions}
        />
        {children}
      </div>
      <div className="pb-12">
        <HomeFigures />
      </div>
    </Container>
  );
}

export function Hero({ name }: { name: string }) {
  return (
    <>
      <HeroTop
        overline="The independent guide"
        title={name}
        lead="Compare the platforms that single and multi-family offices use to report on, account for and manage their assets. Written for the people who sign the contract."
        actions={
          <>
            <ButtonLink href={hrefTo('/compare')} variant="primary">
              Compare Tools
            </ButtonLink>
            <ButtonLink href={hrefTo('/vendors')}>Explore Vendors</ButtonLink>
            <ButtonLink href={hrefTo('/buyers-guides')}>Read Buyer's Guide</ButtonLink>
            <ButtonLink href="#software" variant="quiet">
              Explore Software
            </ButtonLink>
          </>
        }
      >
        <SearchForm label="Search this guide" placeholder="A vendor, a feature, a term" />
        <p className="mt-3 text-sm">
          <a href={hrefTo('/needs')} className="touch text-link">
            Or start from your needs
          </a>
        </p>
      </HeroTop>
      <Section label="About family office software">
        <CardGrid columns={3}>
          <Card title="What It Is" headingLevel="h2">
            Systems that gather a family’s accounts, entities and private assets into one ledger and
            one report, and keep the evidence for both. Our working range for their cost is $50,000
            to $500,000+ annually.
          </Card>
          <Card title="Who It's For" headingLevel="h2">
            Single family offices with $100M+ in assets, multi-family offices, outsourced chief
            investment officers, RIAs, the CIOs and CFOs who answer for the numbers, and wealthy
            families with their advisers.
          </Card>
          <Card title="Problems It Solves" headingLevel="h2">
            Quarter-end spreadsheets, statements that arrive as PDFs, ownership nobody can draw from
            memory, and reports that are late when they matter.
          </Card>
        </CardGrid>
      </Section>
    </>
  );
}

const COST = { label: 'our working range for the annual cost', value: '$50,000 to $500,000+' };

function HomeFigures() {
  const { data: vendors } = useQuery(vendorsQuery);
  const { data: categories } = useQuery(categoriesQuery);
  const features = categories?.reduce((sum, { count }) => sum + count, 0);
  return (
    <DescriptionList
      layout="figures"
      items={[
        COST,
        ...(vendors
          ? [{ label: 'vendors profiled, each with its sources', value: String(vendors.total) }]
          : []),
        ...(categories
          ? [
              {
                label: `features explained, across ${categories.length} categories`,
                value: String(features),
              },
            ]
          : []),
      ]}
    />
  );
}
