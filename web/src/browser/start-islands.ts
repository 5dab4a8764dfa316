interface IslandModule {
  /** Brings the element to life. */
  mount: (element: HTMLElement, props: never) => void
}

const modules = import.meta.glob<IslandModule>('../islands/*.{ts,tsx}')

/** Starts each island of the page, by its own module. One that fails leaves what the server rendered. */
export function startIslands(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) void start(element)
}

async function start(element: HTMLElement): Promise<void> {
  const { island, props = '{}' } = element.dataset
  const load = modules[`../islands/${island}.tsx`] ?? modules[`../islands/${island}.ts`]
  if (!load) return
  const { mount } = await load()
  mount(element, JSON.parse(props) as never) // the server rendered them for this module
}
