import { type Command, TextSelection } from 'prosemirror-state';
import { isWebAddress } from '#platform/safe-link.ts';
import { setLink } from '../commands.ts';

/** An address that is pasted on words links them; one address takes the place of another. */
export const linkPasted =
  (text: string): Command =>
  (state, dispatch) => {
    const { selection, doc } = state;
    const { empty, from, to, $from } = selection;
    const address = text.trim();
    if (empty || !(selection instanceof TextSelection) || $from.parent.type.spec.code) return false;
    if (!isWebAddress(address) || isWebAddress(doc.textBetween(from, to, ' ').trim())) return false;
    return setLink(address, '')(state, dispatch);
  };
