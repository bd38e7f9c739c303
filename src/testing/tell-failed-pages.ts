import { afterEach } from 'vitest';
import { tellIfFailed } from './failed-pages.ts';

afterEach(() => tellIfFailed());
