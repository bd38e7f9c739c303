export interface SeoInput {
  title: string;
  /** Markdown. */
  content: string;
  slug?: string | undefined;
  metaTitle?: string | null | undefined;
  metaDescription?: string | null | undefined;
  targetKeyphrase?: string | null | undefined;
  /** Empty when there is an image without a text; left out when there is no image. */
  imageAlt?: string | undefined;
  /** Meta texts of the site's other pages. */
  existing?: { metaTitles?: readonly string[]; metaDescriptions?: readonly string[] } | undefined;
}
