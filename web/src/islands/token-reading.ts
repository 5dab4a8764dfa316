interface TokenReadingProps {
  /** Shown when the token could not be read. */
  unread: string
  again: string
}

/** Has the token read as soon as its page is open, and shows the page as it is then. */
export function mount(element: HTMLElement, { unread, again }: TokenReadingProps): void {
  const form = element.querySelector('form')
  const status = element.querySelector('[role=status]')
  const button = element.querySelector('button')
  if (!form || !status || !button) return
  const waiting = status.textContent ?? ''
  const run = async () => {
    button.classList.add('without-script')
    status.textContent = waiting
    const page = await requestReading(form)
    if (page) return showPage(page)
    status.textContent = unread
    button.textContent = again
    button.classList.remove('without-script')
    for (const part of document.querySelectorAll('.token-page .waiting')) part.classList.add('ended')
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run()
  })
  void run()
}

/** The page with the reading, to which the service redirects; null: it could not be read. */
async function requestReading({ action }: HTMLFormElement): Promise<Document | null> {
  const url = new URL(action)
  const language = new URLSearchParams(location.search).get('lang')
  if (language !== null) url.searchParams.set('lang', language)
  const response = await fetch(url, { method: 'POST' }).catch(() => null)
  if (!response?.ok) return null
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return page.querySelector('[data-island=token-reading]') === null ? page : null
}

/** Replaces what the reading changes. What visitors may be using, such as the button that scores, stays. */
function showPage(page: Document): void {
  const parts = ['.subject', '.figures', '.pair', '.namesakes', '.elsewhere']
  const shown = document.querySelector('.token-page')
  const read = page.querySelector('.token-page')
  if (!shown || !read) return
  for (const part of parts) {
    const [from, to] = [read.querySelector(part), shown.querySelector(part)]
    if (from && to) to.replaceWith(from)
    else if (to) to.remove()
    else if (from) shown.querySelector('.pair')?.after(from)
  }
  shown.querySelector('.reading')?.remove()
  if ('clipboard' in navigator)
    for (const button of shown.querySelectorAll('button[data-copy]')) button.removeAttribute('data-waiting')
  document.title = page.title
}
