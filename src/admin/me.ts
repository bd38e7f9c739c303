import { createContext, useContext } from 'react';
import type { ResponseOf } from '#client/api-calls.ts';

export type Me = ResponseOf<'get', '/api/auth/user'>;

export const MeContext = createContext<Me | null>(null);

/** The signed-in user, kept when the session ends so that the open form stays as it is. */
export const useMe = (): Me | null => useContext(MeContext);
