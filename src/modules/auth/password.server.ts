import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's minimum for argon2id: 19 MiB, two passes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43})$/;

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const phcOf = (salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(salt)}$${encode(tag)}`;

/** Compared with when there is no such user or no password, at the cost of a real one. */
const NOBODY = phcOf(randomBytes(16), randomBytes(TAG_LENGTH));

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', {
    ...COST,
    message: password,
    nonce,
    tagLength: TAG_LENGTH,
  });
  return phcOf(nonce, tag);
};

/** Takes as long for an unknown user as for a wrong password. */
export const verifyPassword = async (hash: string | null | undefined, password: string) => {
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    PHC.exec(hash ?? NOBODY) ?? PHC.exec(NOBODY) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: TAG_LENGTH,
  });
  return timingSafeEqual(actual, expected);
};

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Of letters that are not taken for one another. */
export const makeWord = (length: number) =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Easy to copy from a console: four groups, about 99 bits. */
export const makePassword = () => Array.from({ length: 4 }, () => makeWord(5)).join('-');
