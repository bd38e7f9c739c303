import { hrefTo } from '#client/href-to.ts';
import { ButtonLink } from '#ui/button.tsx';
import { HeroTop } from '../home/hero.tsx';

/** The home page's chrome and hero, for anonymous visitors. */
export function LoginRequired({ siteName }: { siteName: string }) {
  return (
    <HeroTop
      overline={siteName}
      title="Login Required"
      lead="The content desk is open to the people who keep this guide. Please sign in."
      actions={
        <>
          <ButtonLink href="/api/login" variant="primary">
            Sign In to Continue
          </ButtonLink>
          <ButtonLink href={hrefTo('/auth')} variant="quiet">
            Sign in with email
          </ButtonLink>
        </>
      }
    />
  );
}
