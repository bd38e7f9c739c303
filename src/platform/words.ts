/** 'metaTitle' reads 'Meta title'. */
export const asWords = (key: string): string =>
  key
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());
