export const UPLOADS = { name: 'Uploads', description: 'Images that editors store on the site.' };
