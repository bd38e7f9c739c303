import type { MailBlock } from '#modules/mail/mailer.server.ts';
import type { CorrectionState } from './correction-states.ts';

const WORDS: Partial<Record<CorrectionState, string>> = {
  accepted: 'We accepted it and are changing the page.',
  refused: 'We looked into it and leave the page as it is.',
};

const wordsOf = ({ state, mergedInto }: Pick<Answered, 'state' | 'mergedInto'>) =>
  state === 'merged'
    ? `It is the same as no. ${mergedInto}, which somebody else told us, and we follow it up there.`
    : WORDS[state];

interface Answered {
  title: string;
  path: string;
  state: CorrectionState;
  reason: string | null;
  mergedInto: number | null;
  email: string | null;
}

/** The one letter that a corrector gets; null where nobody asked for one, or it was spam. */
export const writeAnswer = (
  { title, path, reason, email, ...decided }: Answered,
  { siteName, siteUrl }: { siteName: string; siteUrl: string },
): { to: string; subject: string; blocks: MailBlock[] } | null => {
  const words = wordsOf(decided);
  if (!email || !words) return null;
  return {
    to: email,
    subject: `Your correction to ${siteName}: ${title}`,
    blocks: [
      `You told us that something is wrong on this page of ${siteName}:`,
      { link: siteUrl + path },
      words,
      ...(reason ? [`Our reason: ${reason}`] : []),
      'Every decision stands in our public ledger, without names:',
      { link: `${siteUrl}/corrections` },
      'This is the only letter about it. Your address is deleted 90 days from now.',
    ],
  };
};
