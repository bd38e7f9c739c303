import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Container } from '#ui/container.tsx';
import { Menu, Monitor, Moon, Sun } from '#ui/icons.tsx';
import { applyTheme, readTheme, type ThemeChoice } from '#ui/theme.ts';
import { Brand, type ChromeUser, greetingName, isCurrent, type NavLink } from './brand.tsx';

const CHOICES = [
  { value: 'system', label: 'System theme', Icon: Monitor },
  { value: 'light', label: 'Light theme', Icon: Sun },
  { value: 'dark', label: 'Dark theme', Icon: Moon },
] as const;

/** Keeps its room but stays unseen until script can act on it. */
function ThemeSwitch() {
  const [choice, setChoice] = useState<ThemeChoice | null>(null);
  useEffect(() => setChoice(readTheme()), []);
  const choose = (value: ThemeChoice) => {
    applyTheme(value);
    setChoice(value);
  };
  return (
    <fieldset className={clsx('inline-flex max-md:-ml-3.5', choice === null && 'invisible')}>
      <legend className="sr-only">Color theme</legend>
      {CHOICES.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className="relative flex size-8 items-center justify-center rounded-sm text-faint hover:text-ink max-md:size-11 has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={choice === value}
            onChange={() => choose(value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon aria-hidden className="size-4 stroke-[1.75]" />
          <span
            aria-hidden
            className={clsx(
              'absolute inset-x-2 bottom-0.5 h-px max-md:inset-x-3.5 max-md:bottom-2',
              choice === value && 'bg-accent',
            )}
          />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

const NAV_ID = 'site-nav';
const ADMIN: NavLink = { href: '/admin', label: 'Admin' };

interface SiteHeaderProps {
  productName: string;
  links: readonly NavLink[];
  path: string;
  /** In sight at every width: search, the shortlist. */
  tools?: ReactNode;
  user?: ChromeUser | null;
  onLogout?: () => void;
}

/**
 * A masthead with the sections and the tools below it; on a phone one row whose menu is a native popover, which opens
 * and closes, and tells of it, without script. The row of the sections stays in sight while the page scrolls, as the one row of a phone.
 */
export function SiteHeader({ productName, links, path, tools, user, onLogout }: SiteHeaderProps) {
  const nav = useRef<HTMLDivElement>(null);
  const close = () => nav.current?.hidePopover();
  return (
    <header className="site-header border-b border-heavy bg-paper">
      <Container className="flex min-h-14 items-center gap-x-4 md:grid md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-0">
        <Brand name={productName} />
        <div ref={nav} id={NAV_ID} popover="auto" className="site-nav max-md:px-5 max-md:pb-6">
          <nav
            aria-label="Main"
            className="md:row-start-2 md:overflow-x-auto md:border-t md:border-line"
          >
            <ul className="flex flex-col md:flex-row md:gap-5 lg:gap-7">
              {[...links, ...(user ? [ADMIN] : [])].map((link) => (
                <li key={link.href} className={link === ADMIN ? 'md:ml-auto' : undefined}>
                  <NavItem {...link} current={isCurrent(link.href, path)} onClick={close} />
                </li>
              ))}
            </ul>
          </nav>
          <div className="flex gap-4 max-md:mt-4 max-md:flex-col md:col-span-full md:row-start-1 md:items-center md:justify-self-end">
            {user && <Account user={user} onLogout={onLogout} />}
            <ThemeSwitch />
          </div>
        </div>
        <div className="ml-auto flex items-center gap-1 md:row-start-2 md:-ml-px md:self-stretch md:border-t md:border-line md:pl-5">
          {tools}
        </div>
        <button
          type="button"
          popoverTarget={NAV_ID}
          className="-mr-2.5 inline-flex size-11 shrink-0 items-center justify-center md:hidden"
        >
          <Menu aria-hidden className="size-5" />
          <span className="sr-only">Menu</span>
        </button>
      </Container>
    </header>
  );
}

type NavItemProps = NavLink & { current: boolean; onClick: () => void };

function NavItem({ href, label, current, onClick }: NavItemProps) {
  return (
    <a
      href={href}
      onClick={onClick}
      aria-current={current ? 'page' : undefined}
      className={clsx(
        'flex min-h-12 items-center border-b border-line text-base font-medium hover:text-accent',
        'md:min-h-11 md:border-b-2 md:border-transparent md:text-sm md:whitespace-nowrap',
        current && 'text-accent md:border-accent',
      )}
    >
      {label}
    </a>
  );
}

function Account({ user, onLogout }: { user: ChromeUser; onLogout?: () => void }) {
  return (
    <p className="flex min-w-0 items-center gap-3 text-sm">
      <span className="max-w-40 truncate text-faint">{greetingName(user)}</span>
      <a
        href="/api/logout"
        onClick={onLogout}
        className="text-link inline-flex min-h-6 items-center"
      >
        Logout
      </a>
    </p>
  );
}

/** The first stop of the keyboard; the page's main carries the id and tabIndex -1. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="no-print absolute top-0 left-4 z-60 -translate-y-[110%] bg-ink px-4 py-[0.6rem] font-[550] text-paper focus:translate-y-3"
    >
      Skip to content
    </a>
  );
}
