import { index, rootRoute } from '@tanstack/virtual-file-routes';

export default rootRoute('root.jsx', [index('index.jsx')]);
