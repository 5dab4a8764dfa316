import { openGallery } from '../../dev/server/open-gallery.ts'
import { openBrowser } from './browser.ts'

/** Letters as every machine draws them. */
const args = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb', '--hide-scrollbars']

const looks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360 },
]

/** A busy machine takes this long to draw the largest section. */
const maxMs = 120_000

export const picturesFolder = new URL('pictures/', import.meta.url)

export interface Picture {
  /** `dials-dark-360`. */
  name: string
  png: Buffer
}

/** Pictures of the gallery's sections in both themes and widths, one after the other. The gallery has to be built. */
export async function* shootGallery(): AsyncGenerator<Picture> {
  await using gallery = await openDisposable(openGallery())
  await using browser = await openDisposable(openBrowser(args))
  for (const { theme, width } of looks) {
    const page = await browser.it.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    await page.goto(`${gallery.it.url}?theme=${theme}&compared`, { waitUntil: 'networkidle' })
    await page.evaluate('document.fonts.ready')
    for (const section of await page.locator('[data-section]').all()) {
      const name = `${await section.getAttribute('data-section')}-${theme}-${width}`
      yield { name, png: await section.screenshot({ animations: 'disabled', timeout: maxMs }) }
    }
    await page.close()
  }
}

const openDisposable = async <T extends { close: () => Promise<void> }>(opening: Promise<T>) => {
  const it = await opening
  return { it, [Symbol.asyncDispose]: () => it.close() }
}
