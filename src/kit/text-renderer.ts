/** How stored markdown becomes what a reader gets; the site decides, the rest of the house only asks. */
export interface TextRenderer {
  render(
    source: string,
    options: {
      autoLink: boolean;
      /** The item whose text this is: a term is not linked on its own page. */
      of?: { collection: string; slug: string };
    },
  ): Promise<string>;
  excerpt(source: string, length: number): string;
}
