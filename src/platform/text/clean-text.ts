const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff\u202a-\u202e\u2066-\u2069]/g;

/** Without control characters, marks that turn the direction of text, and halves of characters. */
export const withoutControls = (text: string): string => text.replace(CONTROL, '').toWellFormed();

export const oneLine = (text: string): string => withoutControls(text).replace(/\s+/g, ' ').trim();

/** At most `max` characters, cut between words; a cut text ends in an ellipsis. */
export const cutAtWord = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const head = text.slice(0, max);
  const end = head.search(/\s\S*$/);
  const kept =
    end > max / 2
      ? head.slice(0, end)
      : head
          .slice(0, max - 1)
          .toWellFormed()
          .replaceAll('\ufffd', '');
  return `${kept.replace(/[\s,;:–—-]+$/, '')}…`.slice(0, max);
};
