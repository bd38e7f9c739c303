import { clsx } from 'clsx';
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react';
import { ExternalLink } from '#ui/external-link.tsx';
import { type Offer, OfferButton } from './row-actions.tsx';

const LOOKS = {
  /** An item of the desk. */
  item: { row: 'items-center gap-x-4 py-3', about: 'basis-60', title: 'text-h4' },
  /** A line of settings. */
  small: {
    row: 'items-center gap-x-4 py-3',
    about: 'basis-full sm:basis-60',
    title: 'font-sans text-sm',
  },
  /** Something to decide, with what there is to know about it. */
  work: { row: 'items-start gap-x-6 py-4 text-sm', about: 'basis-80', title: 'font-sans' },
};

interface RowProps extends Omit<ComponentProps<'li'>, 'title'> {
  look?: keyof typeof LOOKS;
  title: ReactNode;
  headingLevel?: 'h3' | 'h4';
  /** Where the title leads. */
  href?: string;
  /** Beside the title. */
  marks?: ReactNode;
  /** Before the title. */
  lead?: ReactNode;
  /** Beside the rest, or below it where there is no room. */
  actions?: ReactNode;
  /** The same as data, after them. */
  offers?: readonly (Offer | false | null | undefined)[];
  /** The address of what is read again after one of them. */
  at?: string;
  /** Below the title. */
  children?: ReactNode;
  /** The small print below that. */
  facts?: ReactNode;
  /** Below all of it. */
  footer?: ReactNode;
}

/** A row of a list: its title, what is said about it, and what it offers. */
export function Row(props: RowProps) {
  const { look = 'item', title, headingLevel: Heading = 'h3', href, marks, lead, ...rest } = props;
  const { actions, offers = [], at = '', children, facts, footer, className, ...li } = rest;
  const style = LOOKS[look];
  const [open, setOpen] = useState('');
  const offered = offers.filter((offer) => !!offer);
  const opened = offered.find((offer) => offer.label === open && 'opens' in offer);
  return (
    <li
      {...li}
      className={clsx('flex flex-wrap gap-y-2 border-t border-line', style.row, className)}
    >
      {lead}
      <div className={clsx('min-w-0 flex-1', style.about)}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Heading className={clsx('min-w-0 font-semibold wrap-anywhere', style.title)}>
            {href === undefined ? (
              title
            ) : (
              <a href={href} className="hover:text-accent">
                {title}
              </a>
            )}
          </Heading>
          {marks}
        </div>
        {children}
        {facts && <RowFacts>{facts}</RowFacts>}
      </div>
      {(actions || offered.length > 0) && (
        <div className="flex flex-wrap items-center gap-2">
          {actions}
          {offered.map((offer) => (
            <OfferButton
              key={offer.label}
              offer={offer}
              of={typeof title === 'string' ? title : undefined}
              at={at}
              isOpen={opened === offer}
              onToggle={() => setOpen(opened === offer ? '' : offer.label)}
            />
          ))}
        </div>
      )}
      {(footer || opened) && (
        <div className="basis-full">
          {footer}
          {opened && 'opens' in opened && (
            <Fragment key={open}>{opened.opens(() => setOpen(''))}</Fragment>
          )}
        </div>
      )}
    </li>
  );
}

export type RowData = RowProps & { key: string | number; [data: `data-${string}`]: string };

interface RowsProps<Item> extends Pick<ComponentProps<'ul'>, 'className' | 'aria-label'> {
  items: readonly Item[] | undefined;
  /** An item's texts and actions. */
  row: (item: Item) => RowData;
  at?: string;
  look?: keyof typeof LOOKS;
}

/** A list of rows, each described as data. */
export function Rows<Item>({ items, row, at, look, ...list }: RowsProps<Item>) {
  return (
    <ul {...list}>
      {items?.map((item) => {
        const { key, ...described } = row(item);
        return <Row key={key} {...(at && { at })} {...(look && { look })} {...described} />;
      })}
    </ul>
  );
}

/** The small print of a row. */
export function RowFacts({ children }: { children: ReactNode }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs wrap-anywhere text-faint">
      {children}
    </p>
  );
}

/** The address that a row is about, or that it rests on. */
export function RowLink({ href, children }: { href: string; children?: ReactNode }) {
  return (
    <p className="mt-1 break-all">
      <ExternalLink href={href}>{href}</ExternalLink> {children}
    </p>
  );
}
