/** Marks that style sheets and tests may rely on (spec: start-up behaviour). */
export const startUp = () => {
  document.documentElement.style.scrollBehavior = matchMedia('(prefers-reduced-motion: reduce)')
    .matches
    ? ''
    : 'smooth';
  document.body.classList.add('loaded');
  if (matchMedia('(pointer: coarse)').matches || navigator.maxTouchPoints > 0) {
    document.body.classList.add('mobile');
  }
};
