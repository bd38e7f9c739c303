import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Gallery } from './gallery.tsx';
import { VideoProblem } from './video-dialog.tsx';
import { Play, VideoCard } from './video-gallery.tsx';
import { resolveVideo } from './video-id.ts';

describe('gallery', () => {
  const html = renderToStaticMarkup(<Gallery images={[{ src: '/a.webp', alt: 'Dashboard' }]} />);

  it('P10.14 is a 16:10 grid of named links that work without script', () => {
    expect(html).toContain('aspect-16/10');
    expect(html).toContain('href="/a.webp"');
    expect(html).toContain('aria-label="Enlarge: Dashboard"');
    expect(html).toMatch(/<img[^>]*width="640" height="400"/);
  });
});

describe('video card', () => {
  const html = renderToStaticMarkup(
    <VideoCard
      video={{ platform: 'vimeo', embedId: '76979871', title: 'Tour', thumbnail: '/t.webp' }}
      onOpen={() => {}}
    />,
  );

  it('P17.03 links to the video without script and says what it plays', () => {
    expect(html).toContain('href="https://vimeo.com/76979871"');
    expect(html).toContain('Play video: </span>Tour');
  });

  it('P17.05 lays the thumbnail over a gradient with a play icon', () => {
    expect(html).toContain('bg-linear-to-b');
    const [, drawing = ''] = /<svg[^>]*>(.+)<\/svg>/.exec(renderToStaticMarkup(<Play />)) ?? [];
    expect(drawing).toContain('<');
    expect(html).toContain(drawing);
    expect(html.indexOf('bg-linear-to-b')).toBeLessThan(html.indexOf('/t.webp'));
  });
});

describe('panel', () => {
  const render = (video: { platform?: string; embedId?: string; title?: string }) =>
    renderToStaticMarkup(<VideoProblem resolved={resolveVideo(video)} title={video.title} />);

  it('P17.09 names platform, embed id and title', () => {
    const html = render({ platform: 'vimeo', embedId: 'demo1', title: 'Tour' });
    for (const text of ['Unable to load video', 'vimeo', 'demo1', 'Tour'])
      expect(html).toContain(text);
  });

  it('P17.10 links to the video only when platform and embed id exist', () => {
    expect(render({ platform: 'vimeo', embedId: 'demo1' })).toContain('href="https://vimeo.com/');
    expect(render({ platform: 'vimeo' })).not.toContain('href');
    expect(render({ embedId: 'dQw4w9WgXcQ' })).not.toContain('href');
  });
});
