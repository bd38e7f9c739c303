/** What a buyer signs by, in the order in which a contract is read. */
export const CONTRACT_TOPICS = [
  'party',
  'scope',
  'term',
  'renewal',
  'notice',
  'price meter',
  'price increase',
  'service level',
  'change of terms',
  'liability',
  'exit and data',
  'governing law',
] as const;

export type ContractTopic = (typeof CONTRACT_TOPICS)[number];

interface Topic {
  label: string;
  /** Asked of a vendor whose pages are silent on it. */
  question: string;
}

export const TOPICS: Readonly<Record<ContractTopic, Topic>> = {
  party: {
    label: 'Contract party',
    question: 'Which company signs, and where is it registered?',
  },
  scope: {
    label: 'Scope',
    question:
      'Which modules, users and interfaces are in the price, and which need another contract?',
  },
  term: {
    label: 'Term and termination',
    question: 'How long is the first term, and who may end the contract early, for what?',
  },
  renewal: {
    label: 'Renewal',
    question: 'Does the contract renew by itself, and for how long?',
  },
  notice: {
    label: 'Notice',
    question: 'How long before the end must notice be given, and in which form?',
  },
  'price meter': {
    label: 'Price and billing',
    question: 'What is the price counted by, and what happens when the count grows within a year?',
  },
  'price increase': {
    label: 'Price increase',
    question: 'By how much may the price rise at renewal, and is there a cap?',
  },
  'service level': {
    label: 'Service level',
    question: 'Which availability is promised, and what is paid when it is missed?',
  },
  'change of terms': {
    label: 'Change of terms or service',
    question: 'May the vendor change the terms or the service alone, and may we then leave?',
  },
  liability: {
    label: 'Liability',
    question: 'To what amount is the vendor liable, and does the cap hold for a breach of data?',
  },
  'exit and data': {
    label: 'Exit and data',
    question: 'In which form do we get all data back at the end, for how long, and at what price?',
  },
  'governing law': {
    label: 'Law and disputes',
    question: 'Which law governs, and is it a court or an arbitrator that decides?',
  },
};

/** Newest first; what no page dates is last. */
export const newestFirst = <Event extends { date?: string | null | undefined }>(
  events: readonly Event[],
): Event[] => events.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));

/** Each topic with what was read on it, in the order of a contract. */
export const byTopic = <Term extends { topic: ContractTopic }>(terms: readonly Term[]) =>
  CONTRACT_TOPICS.map((topic) => ({
    topic,
    terms: terms.filter((term) => term.topic === topic),
  }));

/** Whose terms they are: '11', 'v202110'; most pages have none. */
export const sayVersion = (version: string | null | undefined): string | null =>
  version ? `Version ${version}` : null;
