export interface NavLink {
  href: string;
  label: string;
}

export interface FooterSection {
  title: string;
  links: readonly NavLink[];
}

export interface ChromeUser {
  firstName?: string | null;
  email?: string | null;
}

/** First name, else email, else 'User'. */
export function greetingName(user: ChromeUser): string {
  return user.firstName?.trim() || user.email?.trim() || 'User';
}

/** A section's link is current on the section's own pages too. */
export function isCurrent(href: string, path: string): boolean {
  return path === href || path.startsWith(`${href}/`);
}

/** The mark: a ledger page with its margin rule. */
function BrandMark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-6 shrink-0" fill="none">
      <rect
        x="0.5"
        y="0.5"
        width="23"
        height="23"
        className="fill-accent-fill stroke-accent-fill"
      />
      <path
        d="M7 4v16M10.5 8h8M10.5 12h8M10.5 16h5"
        className="stroke-on-accent"
        strokeWidth="1.5"
      />
    </svg>
  );
}

export function Brand({ name }: { name: string }) {
  return (
    <a
      href="/"
      className="inline-flex min-h-11 min-w-0 items-center gap-2.5 font-serif md:col-start-1 md:row-start-1 text-[0.9375rem] leading-[1.15] font-semibold tracking-[-0.01em] max-sm:max-w-36 md:min-h-14 sm:text-[1.1875rem]"
    >
      <BrandMark />
      {name}
    </a>
  );
}
