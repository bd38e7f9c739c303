import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../results/route-tree.gen.js';

export const getRouter = () => createRouter({ routeTree });
