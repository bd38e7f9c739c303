import { reportSession } from '#admin/session/session-reports.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { ApiError } from '#platform/api-error.ts';

type Upload = ResponseOf<'post', '/api/uploads'>;

/** As much as the server takes; a larger file is refused here, before it is sent for nothing. */
const MAX_BYTES = 5_242_880;
const TOO_LARGE = JSON.stringify({ message: 'The image is larger than 5 MB' });

/** Sends one image and tells how far it has come, which fetch cannot. */
export const uploadImage = (file: File, onProgress: (part: number) => void): Promise<Upload> =>
  new Promise((resolve, reject) => {
    if (file.size > MAX_BYTES) {
      reject(new ApiError(413, 'Content Too Large', TOO_LARGE));
      return;
    }
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file);
    request.open('POST', '/api/uploads');
    request.withCredentials = true;
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText));
      else {
        if (status === 401) reportSession(false);
        reject(new ApiError(status, statusText, responseText));
      }
    };
    request.onerror = () => reject(new ApiError(0, 'The server could not be reached', ''));
    request.send(form);
  });
