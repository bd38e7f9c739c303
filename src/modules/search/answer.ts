import * as z from 'zod';

const link = z.object({ label: z.string(), path: z.string() });

const fact = z.object({
  text: z.string(),
  source: z
    .object({ url: z.string(), day: z.string().nullable() })
    .nullable()
    .meta({ description: 'Where it was read, and the day of it' }),
});

/** A direct answer above the found pages: a few words and a link. */
export const answer = z
  .object({
    kind: z.string().meta({ description: 'What is answered, in a word or two' }),
    title: z.string(),
    path: z.string(),
    text: z.string().meta({ description: 'In words of ours; empty where the facts say it' }),
    facts: z.array(fact),
    lists: z
      .array(z.object({ label: z.string(), links: z.array(link) }))
      .meta({ description: 'Who is meant, in groups' }),
    links: z.array(link),
  })
  .meta({ id: 'SearchAnswer' });

export type Fact = z.infer<typeof fact>;
export type Answer = z.infer<typeof answer>;
