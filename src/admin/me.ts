import { createContext, useContext } from 'react';
import type { ResponseOf } from '#client/api-calls.ts';

export type Me = ResponseOf<'get', '/api/auth/user'>;

export const MeContext = createContext<Me | null>(null);

/** Who works here. When their session ends it is still them, so that the form they have open stays as it is. */
export const useMe = (): Me | null => useContext(MeContext);
