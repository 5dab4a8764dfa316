import assert from 'node:assert/strict'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { before, describe, test } from 'node:test'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'
import { listMissing, openGallery } from '../../dev/server/open-gallery.ts'
import { buildGallery } from '../../web/build-gallery.ts'
import { axeFindingsWithTargets } from './axe.ts'
import { openBrowser } from './browser.ts'
import { type Picture, picturesFolder, shootGallery } from './gallery-pictures.ts'
import { measureWidth } from './visiting.ts'

/** Of a picture's pixels: machines smooth letters a little differently. */
const mostDifferent = 0.002

void describe('the gallery of components', () => {
  before(buildGallery)

  test('every component of web/src/ui is in the gallery', async () => {
    assert.deepEqual(await listMissing(), [])
  })

  test('its sections look as the committed pictures do', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gallery-'))
    const [shot, changed]: [string[], string[]] = [[], []]
    for await (const picture of shootGallery()) {
      shot.push(`${picture.name}.png`)
      const difference = await compare(picture)
      if (difference === null) continue
      changed.push(`${picture.name}: ${difference.why}`)
      await writeFile(join(folder, `${picture.name}-actual.png`), picture.png)
      if (difference.png) await writeFile(join(folder, `${picture.name}-difference.png`), difference.png)
    }
    assert.deepEqual(changed, [], `See ${folder}. If the change is meant, run \`npm run pictures\` and commit them.`)
    assert.deepEqual((await readdir(picturesFolder)).toSorted(), shot.toSorted(), 'Run `npm run pictures`.')
  })

  for (const width of [360, 1280])
    test(`nothing in it is wider than a screen of ${width} px, and axe finds no issue`, async (t) => {
      const [gallery, browser] = await Promise.all([openGallery(), openBrowser()])
      t.after(() => Promise.all([gallery.close(), browser.close()]))
      const page = await browser.newPage({ viewport: { width, height: 900 } })
      await page.goto(gallery.url, { waitUntil: 'networkidle' })
      assert.ok((await measureWidth(page)) <= width, `${await measureWidth(page)} px wide`)
      const findings = await axeFindingsWithTargets(page)
      assert.deepEqual(
        findings.filter(([id = '']) => !ofRepetition.some((rule) => id.startsWith(rule))),
        [],
      )
    })
})

/** Rules of whole pages, which a page that shows components again and again can't keep. */
const ofRepetition = [
  'duplicate-id-aria',
  'landmark-unique',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
]

interface Difference {
  why: string
  png?: Buffer
}

/** Null: none that counts. */
async function compare({ name, png }: Picture): Promise<Difference | null> {
  const file = fileURLToPath(new URL(`${name}.png`, picturesFolder))
  const committed = await readPixels(file).catch(() => null)
  if (committed === null) return { why: 'no picture of it is committed' }
  const actual = await readPixels(png)
  const { width, height } = actual.info
  if (committed.info.width !== width || committed.info.height !== height)
    return { why: `${width} × ${height} px instead of ${committed.info.width} × ${committed.info.height}` }
  const difference = Buffer.alloc(width * height * 4)
  const count = pixelmatch(committed.data, actual.data, difference, width, height, { threshold: 0.2 })
  if (count <= width * height * mostDifferent) return null
  const drawn = sharp(difference, { raw: { width, height, channels: 4 } }).png()
  return { why: `${count} of ${width * height} pixels differ`, png: await drawn.toBuffer() }
}

const readPixels = (input: string | Buffer) => sharp(input).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
