import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Renderer } from '@takumi-rs/core'
import type { ScoreResult } from '../scoring/schemas.ts'
import { type CardSize, type Publisher, layOutCard, cardSizes } from './card-layout.ts'
import { type FontFile, type Fonts, families, createFonts } from './fonts.ts'

export interface Card {
  png: Buffer
  /** A strong ETag of these bytes. */
  etag: string
}

type DrawCard = (score: ScoreResult, size: CardSize) => Promise<Card>

/** Draws cards on worker threads. It loads the renderer for the first card, and a font for the first name that needs it. */
export function createCardDrawer(publisher: Publisher): DrawCard {
  let opening: ReturnType<typeof openTools> | undefined
  return async (score, size) => {
    const { renderer, fonts, load } = await (opening ??= openTools())
    const shown = shownScore(score, fonts)
    const { name, symbol } = shown.submission
    const card = layOutCard(shown, { size, publisher })
    await load(fonts.filesFor(`${always}${name}${symbol}${publisher.serviceName}${publisher.host}`))
    const png = await renderer.render(card, { ...cardSizes[size], format: 'png', fontFamilies: families })
    return { png, etag: `"${hash('sha256', png, 'base64url')}"` }
  }
}

const always = 'a…'

async function openTools() {
  const { Renderer } = await import('@takumi-rs/core')
  const renderer = new Renderer()
  return { renderer, fonts: createFonts(), load: createLoader(renderer) }
}

function shownScore(score: ScoreResult, { drawable }: Fonts): ScoreResult {
  const { name, symbol } = score.submission
  return { ...score, submission: { ...score.submission, name: drawable(name), symbol: drawable(symbol) } }
}

/** Registers each file once for concurrent callers. A file that can't be read is tried again. */
function createLoader(renderer: Renderer) {
  const loaded = new Map<FontFile, Promise<unknown>>()
  const loadOne = (file: FontFile) => {
    const loading = readFile(file.path).then((data) =>
      renderer.registerFont({ name: file.family, data, unicodeRange: file.ranges }),
    )
    loading.catch(() => loaded.delete(file))
    loaded.set(file, loading)
    return loading
  }
  return (files: Set<FontFile>) => Promise.all(Array.from(files, (file) => loaded.get(file) ?? loadOne(file)))
}
