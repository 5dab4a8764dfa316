const lengthMs = 380

/** Animates the number of a new score once: not with reduced motion, and not again after a reload. */
export function mount(): void {
  history.replaceState(history.state, '', withoutNew(location.href))
  // so that the sweep doesn't run again when a layout shows the dial anew
  const page = document.querySelector<HTMLElement>('.fresh')
  page?.addEventListener('animationend', ({ animationName }) => {
    if (animationName === 'sweep') page.classList.remove('fresh')
  })
  const number = document.querySelector<HTMLElement>('[data-number]')
  const text = number?.firstChild
  if (!number || !text || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const whole = Number(text.textContent)
  const start = performance.now()
  const step = (now: number) => {
    const share = Math.min(1, (now - start) / lengthMs)
    text.textContent = String(Math.round(whole * (1 - (1 - share) ** 3)))
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

function withoutNew(href: string): string {
  const url = new URL(href)
  url.searchParams.delete('new')
  return url.href
}
