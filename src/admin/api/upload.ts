import { reportSession } from '#admin/session/watch-session.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { ApiError } from '#platform/api-error.ts';
import { MAX_UPLOAD_BYTES, UPLOAD_TOO_LARGE } from '#platform/upload-size.ts';

type Upload = ResponseOf<'post', '/api/uploads'>;

/** The server's response to a file that is too large, given here to save the upload. */
const TOO_LARGE = JSON.stringify({ message: UPLOAD_TOO_LARGE });

/** Sends one image and tells how far it has come, which fetch cannot. */
export const uploadImage = (file: File, onProgress: (part: number) => void): Promise<Upload> =>
  new Promise((resolve, reject) => {
    if (file.size > MAX_UPLOAD_BYTES) {
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
