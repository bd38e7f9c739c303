/** Puts the player behind a video's link, which is then seen on paper alone; before the click nothing is asked of its host. */
export const playVideo = (event: MouseEvent) => {
  const link =
    event.target instanceof Element && event.target.closest<HTMLElement>('a[data-player]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const frame = document.createElement('iframe');
  frame.src = `${link.dataset.player}?autoplay=1`;
  frame.title = link.dataset.title ?? 'Video';
  frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  link.after(frame);
  frame.focus();
};
