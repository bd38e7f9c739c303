import { createContext } from 'react';

/** Whether the form is shown to be read, for fields that no `<fieldset disabled>` reaches. */
export const ReadOnlyContext = createContext(false);
