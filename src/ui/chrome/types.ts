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
