import * as z from 'zod';
import { LEVELS } from '#content/coverage/coverage.collection.ts';
import { PROFILE_FACTS } from '#content/shared/profile-facts.ts';
import type { Ai } from '#modules/ai/ai.server.ts';
import type { AiRequest, AiUsage } from '#modules/ai/ai-call.server.ts';
import { asMaterial, MATERIAL_RULE } from '#modules/ai/material.ts';
import { factLabel } from './fact-fields.ts';
import {
  type Cell,
  type Fact,
  type FeatureDefinition,
  type SentPage,
  saySame,
} from './judge-proposal.ts';

export interface Asking {
  ai: Pick<Ai, 'generate'>;
  /** Throws where nothing is to be asked any more. */
  beforeCall(): Promise<void>;
  onCall(usage: AiUsage): Promise<void>;
}

const ask = async <S extends z.ZodType>(
  { ai, beforeCall, onCall }: Asking,
  request: AiRequest<S>,
): Promise<z.output<S>> => {
  await beforeCall();
  return ai.generate(null, { ...request, onCall });
};

const LEVEL_RULES = [
  'documented: the words state that the vendor offers the feature as it is defined;',
  'partial: the words state a part of it, or with a limit;',
  'absent: the words state that the vendor does not offer it. Silence is never absence.',
].join('\n');

const defineFeature = ({ name, description }: FeatureDefinition) => `${name}. ${description}`;

const proposed = z.object({
  cells: z.array(
    z.object({ feature: z.string(), level: z.string(), finding: z.string(), quote: z.string() }),
  ),
  facts: z.array(z.object({ field: z.string(), value: z.string(), quote: z.string() })),
});

export type Proposed = z.output<typeof proposed>;

/** The first look: the page's text and the definitions of features and facts. */
export const askForProposals = (
  asking: Asking,
  { vendor, text, features }: SentPage,
): Promise<Proposed> =>
  ask(asking, {
    name: 'proposals',
    schema: proposed,
    system: [
      `You read one web page and propose what it states of the software vendor "${vendor}".`,
      MATERIAL_RULE,
      `Each proposal has a quote: 25 to 300 characters, copied exactly from one paragraph of the material, that state it by themselves. Propose nothing that only follows from other words, and nothing that the page says of another company, asks, or plans. Two empty lists are a good response to a page that states nothing.`,
      `A cell is a feature by its key, with a level:\n${LEVEL_RULES}`,
      'Its finding says the same as the quote in your own words, in at most 300 characters, without figures or names that the quote does not have.',
      'A fact is a field by its key, with its value in words of the quote.',
      `Features:\n${Array.from(features.values(), (one) => `- ${one.slug}: ${defineFeature(one)}`).join('\n')}`,
      `Facts:\n${PROFILE_FACTS.map((field) => `- ${field}: ${factLabel(field)}`).join('\n')}`,
    ].join('\n\n'),
    prompt: `The page:\n\n${asMaterial(text)}`,
  });

const lookAtCell = z.object({ level: z.enum([...LEVELS, 'none']) });
const lookAtFact = z.object({ value: z.string() });

/** The second look sees the quote and the definition, and neither the page nor what was proposed. */
export const agrees = async (asking: Asking, proposal: Cell | Fact): Promise<boolean> => {
  const prompt = `The quote:\n\n${asMaterial(proposal.quote)}`;
  const rules = `You judge one quote from a page of a software vendor, by its own words alone.\n\n${MATERIAL_RULE}`;
  if (proposal.kind === 'cell') {
    const { level } = await ask(asking, {
      name: 'second_look',
      schema: lookAtCell,
      system: `${rules}\n\nWhich level does it show for this feature?\n${LEVEL_RULES}\nnone: it shows none of them.\n\nFeature: ${defineFeature(proposal.feature)}`,
      prompt,
    });
    return level === proposal.level;
  }
  const { value } = await ask(asking, {
    name: 'second_look',
    schema: lookAtFact,
    system: `${rules}\n\nWhat does it state about the vendor under "${factLabel(proposal.field)}"? Give the value in words of the quote, or an empty text where it states none.`,
    prompt,
  });
  return saySame(value, proposal.value);
};
