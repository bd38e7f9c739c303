export const PANEL = { name: 'Panel', description: 'What the panel asks for besides items.' };
