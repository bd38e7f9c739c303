import { escapeHtml } from '#platform/escape-html.ts';

/** Hidden from people: whoever fills it in is a program. */
export const TRAP = 'website';

/** The end of a form: its trap, its stamp and its button. */
export const endOfForm = (stamp: string, button: string): string =>
  `<div class="away" aria-hidden="true"><label for="${TRAP}">Leave this empty</label>` +
  `<input id="${TRAP}" name="${TRAP}" tabindex="-1" autocomplete="off"></div>` +
  `<input type="hidden" name="stamp" value="${escapeHtml(stamp)}"><button>${button}</button></form>`;

export const alertOf = (notice: string | undefined): string =>
  notice ? `<p class="problem" role="alert">${escapeHtml(notice)}</p>` : '';
