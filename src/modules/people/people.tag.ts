export const PEOPLE = { name: 'People', description: 'Who may sign in, and what they may do.' };
