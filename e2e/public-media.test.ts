import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { hasFocus } from './admin-helpers.ts';
import { open } from './public-support.ts';

type TestPage = Awaited<ReturnType<BrowserSite['newPage']>>;

const VIDEOS = [
  { platform: 'youtube', embedId: 'dQw4w9WgXcQ', title: 'Tour', thumbnail: '/media/none.png' },
  { platform: 'vimeo', embedId: '76979871', title: 'Ledger' },
  { platform: 'wistia', embedId: 'e4a27b971d', title: 'Reports' },
  { platform: 'youtube', embedId: 'demo1234567', title: 'Placeholder' },
  { platform: 'other', embedId: 'xk29dkw02kd', title: 'Elsewhere' },
  { platform: 'vimeo', embedId: '', title: 'Nothing' },
];

let site: BrowserSite;
let page: TestPage;

/** A vendor with everything that a viewer can open. */
beforeAll(async () => {
  site = await startBrowserSite({
    data: 'starter',
    settings: { IMAGE_HOSTS: 'logo.example' },
  });
  const editor = await site.newPage();
  await site.signIn(editor);
  const response = await editor.context().request.post(`${site.url}/api/vendors`, {
    headers: { origin: site.url },
    data: {
      name: 'Pictured',
      slug: 'pictured',
      description: 'A vendor with pictures.',
      isPublished: true,
      logoUpload: '/media/logo-a.png',
      clearbitLogoUrl: 'https://logo.example/b.png',
      logo: '/media/logo-c.png',
      gallery: ['/icon-512.png', '/apple-touch-icon.png', '/media/gone.png'],
      videos: VIDEOS,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  await editor.context().close();
});
afterAll(() => site.close());
beforeEach(async () => {
  page = await site.newPage({ viewport: { width: 1280, height: 900 } });
  // Nothing outside is asked for: a player's own page is empty here.
  await page.route(/youtube|vimeo|wistia/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>player</p>' }),
  );
});
afterEach(() => page.context().close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const dialog = () => page.getByRole('dialog');
const zoom = () => dialog().locator('output').innerText();

describe('the logo', () => {
  const readLogo = async () => {
    const box = page.locator('header').nth(1).or(page.locator('main')).first();
    return box.evaluate(() => {
      const main = document.querySelector('main');
      const image = main?.querySelector('img[width="80"]');
      return image?.getAttribute('src') ?? main?.querySelector('[data-logo-fallback]')?.textContent;
    });
  };

  it('P10.08 falls from the upload to the remote one, to the legacy one, to the letter', async () => {
    const good = new Set(['/media/logo-a.png', 'https://logo.example/b.png', '/media/logo-c.png']);
    await page.route(/logo-[ac]\.png|logo\.example/, (route) => {
      const url = route.request().url().replace(site.url, '');
      return good.has(url)
        ? route.fulfill({ contentType: 'image/png', body: png })
        : route.fulfill({ status: 404 });
    });
    for (const wanted of [...good, 'P']) {
      await open(page, '/vendors/pictured');
      await expect.poll(readLogo).toBe(wanted);
      good.delete(wanted);
    }
  });
});

describe('the lightbox', () => {
  beforeEach(async () => {
    await open(page, '/vendors/pictured');
  });
  const thumbnail = (number: number) =>
    page.getByRole('link', { name: `Enlarge: Pictured screenshot ${number}` });

  it('P10.14 thumbnails are 16:10, a failed one is dimmed and grey, a click opens that image', async () => {
    const box = await thumbnail(1).boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1.6, 1);
    await thumbnail(3).scrollIntoViewIfNeeded();
    const failed = page.locator('img[data-failed]');
    await failed.waitFor();
    const styleOf = (name: 'opacity' | 'filter') =>
      failed.evaluate((image, key) => getComputedStyle(image)[key], name);
    await expect.poll(async () => Number(await styleOf('opacity'))).toBeLessThan(1);
    await expect.poll(() => styleOf('filter')).toContain('grayscale');
    await thumbnail(2).click();
    await expect
      .poll(() => dialog().locator('img').getAttribute('src'))
      .toBe('/apple-touch-icon.png');
  });

  it('P17.01 P17.02 zooms from 50 to 200 in steps of 25, and back to 100', async () => {
    await thumbnail(1).click();
    await expect.poll(zoom).toBe('100%');
    const more = dialog().getByRole('button', { name: 'Zoom in' });
    const less = dialog().getByRole('button', { name: 'Zoom out' });
    for (const step of ['125%', '150%', '175%', '200%']) {
      await more.click();
      await expect.poll(zoom).toBe(step);
    }
    await expect.poll(() => more.isEnabled()).toBe(false);
    await dialog().getByRole('button', { name: 'Reset zoom' }).click();
    await expect.poll(zoom).toBe('100%');
    for (const step of ['75%', '50%']) {
      await less.click();
      await expect.poll(zoom).toBe(step);
    }
    await expect.poll(() => less.isEnabled()).toBe(false);
    await dialog().locator('img').dblclick();
    await expect.poll(zoom).toBe('100%');
  });

  it('P17.13 arrow keys and buttons move, Escape and a click outside close, and the focus returns', async () => {
    await thumbnail(1).focus();
    await page.keyboard.press('Enter');
    await hasFocus(dialog());
    const source = () => dialog().locator('img').getAttribute('src');
    await page.keyboard.press('ArrowRight');
    await expect.poll(source).toBe('/apple-touch-icon.png');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(source).toBe('/icon-512.png');
    await dialog().getByRole('button', { name: 'Next image' }).click();
    await expect.poll(source).toBe('/apple-touch-icon.png');
    await dialog().getByRole('button', { name: 'Previous image' }).click();
    await expect.poll(source).toBe('/icon-512.png');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
    await hasFocus(thumbnail(1));
    await thumbnail(1).click();
    await hasFocus(dialog());
    await page.mouse.click(30, 500);
    await expect.poll(() => dialog().count()).toBe(0);
    await thumbnail(1).click();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => dialog().count()).toBe(0);
  });
});

describe('the video player', () => {
  beforeEach(async () => {
    await open(page, '/vendors/pictured');
  });
  const card = (title: string) =>
    page.getByText(`Play video: ${title}`, { exact: true }).locator('..');
  const face = (title: string) => page.locator('li', { hasText: `Play video: ${title}` });

  it.each([
    ['Tour', /youtube(-nocookie)?\.com\/embed\/dQw4w9WgXcQ/],
    ['Ledger', /player\.vimeo\.com\/video\/76979871/],
    ['Reports', /wistia\.(net|com)\/embed\/iframe\/e4a27b971d/],
  ])(
    'P10.15 P17.03 P17.04 P17.08 %s opens a 16:9 frame of its platform',
    async (title, address) => {
      await face(title).getByText(title).click();
      const frame = dialog().locator('iframe');
      await frame.waitFor();
      expect(await frame.getAttribute('src')).toMatch(address);
      const box = await frame.boundingBox();
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('iframe').count()).toBe(0);
    },
  );

  it.each([
    ['Placeholder', ['youtube', 'demo1234567'], true],
    ['Elsewhere', ['other', 'xk29dkw02kd'], false],
    ['Nothing', ['vimeo'], false],
  ] as const)(
    'P17.06 P17.09 P17.10 P17.11 %s cannot be shown, and says why',
    async (title, facts, hasLink) => {
      await face(title).getByText(title).click();
      const panel = dialog().getByRole('alert');
      await panel.getByText('Unable to load video').waitFor();
      for (const fact of [...facts, title]) expect(await panel.innerText()).toContain(fact);
      expect((await panel.getByRole('link').count()) > 0).toBe(hasLink);
      expect(await dialog().locator('iframe').count()).toBe(0);
    },
  );

  it('P17.05 a thumbnail that fails leaves the gradient and the play sign', async () => {
    const poster = face('Tour').locator('img');
    await face('Tour').scrollIntoViewIfNeeded();
    await expect.poll(() => poster.isHidden()).toBe(true);
    const shown = await face('Tour')
      .locator('.aspect-video')
      .evaluate((box) => ({
        background: getComputedStyle(box).backgroundImage,
        icon: box.querySelector('svg')?.getBoundingClientRect().width ?? 0,
      }));
    expect(shown.background).toContain('gradient');
    expect(shown.icon).toBeGreaterThan(0);
    expect(await card('Tour').count()).toBe(1);
  });
});
