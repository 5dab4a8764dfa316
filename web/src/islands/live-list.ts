const everyMs = 30_000

/** Keeps the list of new scores current while the page is visible, by reading it from the page again. */
export function mount(element: HTMLElement): void {
  setInterval(() => void refresh(element), everyMs)
}

async function refresh(element: HTMLElement): Promise<void> {
  if (document.hidden || element.contains(document.activeElement)) return
  const response = await fetch(location.pathname + location.search, { cache: 'no-cache' }).catch(() => null)
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const list = page.querySelector('[data-island="live-list"]')
  if (list && list.innerHTML !== element.innerHTML) element.replaceChildren(...list.childNodes)
}
