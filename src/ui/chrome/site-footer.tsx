import { Container } from '../container.tsx';
import { Brand, type ChromeUser, type FooterSection, greetingName } from './brand.tsx';

const FIRST_YEAR = 2024;

interface SiteFooterProps {
  productName: string;
  sections: readonly FooterSection[];
  about?: string;
  user?: ChromeUser | null;
  onLogout?: () => void;
}

export function SiteFooter({ productName, sections, about, user, onLogout }: SiteFooterProps) {
  return (
    <footer className="site-footer mt-16 border-t border-heavy bg-sunken text-sm">
      <Container className="grid gap-10 py-12 lg:grid-cols-[1.4fr_3fr]">
        <div className="-mt-3 max-w-sm">
          <Brand name={productName} />
          {about && <p className="mt-2 text-soft">{about}</p>}
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-9 md:grid-cols-4">
          {sections.map((section) => (
            <div key={section.title}>
              <h2 className="mb-2 font-sans text-2xs font-semibold tracking-[0.09em] text-faint uppercase">
                {section.title}
              </h2>
              <ul>
                {section.links.map((link) => (
                  <li key={link.href}>
                    <a
                      href={link.href}
                      className="inline-flex min-h-11 items-center text-soft underline-offset-4 hover:text-accent hover:underline md:min-h-8"
                    >
                      {link.label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </Container>
      <Container>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line py-5 text-xs text-faint">
          {/* A page that was cached over New Year's Eve names the year in which it was made. */}
          <p suppressHydrationWarning>
            © {FIRST_YEAR}–{new Date().getUTCFullYear()} {productName}
          </p>
          {user && (
            <p>
              Welcome, {greetingName(user)}{' '}
              <a href="/api/logout" onClick={onLogout} className="text-link ml-3 inline-block py-1">
                Logout
              </a>
            </p>
          )}
        </div>
      </Container>
    </footer>
  );
}
