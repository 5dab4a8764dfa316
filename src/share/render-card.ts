import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Renderer } from '@takumi-rs/core'
import type { CardNode } from './card-nodes.ts'
import { type FontFile, type Fonts, families, createFonts } from './fonts.ts'

export interface Card {
  png: Buffer
  /** A strong ETag of these bytes. */
  etag: string
}

export type DrawCard = (card: CardNode, size: { width: number; height: number }) => Promise<Card>

/** Draws cards on worker threads. It loads the renderer for the first card, and a font for the first text that needs it. */
export function createCardDrawer(): DrawCard {
  let opening: ReturnType<typeof openTools> | undefined
  return async (card, size) => {
    const { renderer, fonts, load } = await (opening ??= openTools())
    const shown = drawable(card, fonts)
    await load(fonts.filesFor(`${always}${listTexts(shown).join('')}`))
    const png = await renderer.render(shown, { ...size, format: 'png', fontFamilies: families })
    return { png, etag: `"${hash('sha256', png, 'base64url')}"` }
  }
}

const always = 'a…'

async function openTools() {
  const { Renderer } = await import('@takumi-rs/core')
  const renderer = new Renderer()
  return { renderer, fonts: createFonts(), load: createLoader(renderer) }
}

/** The card without characters that no font has. */
function drawable(node: CardNode, fonts: Fonts): CardNode {
  if (node.type === 'text') return { ...node, text: fonts.drawable(node.text) }
  return node.type === 'image' ? node : { ...node, children: node.children.map((child) => drawable(child, fonts)) }
}

function listTexts(node: CardNode): string[] {
  if (node.type === 'text') return [node.text]
  return node.type === 'image' ? [] : node.children.flatMap(listTexts)
}

/** Registers each file once for concurrent callers. A file that can't be read is tried again. */
function createLoader(renderer: Renderer) {
  const loaded = new Map<FontFile, Promise<unknown>>()
  const loadOne = (file: FontFile) => {
    const loading = readFile(file.path).then((data) =>
      renderer.registerFont({ name: file.family, data, ...(file.ranges && { unicodeRange: file.ranges }) }),
    )
    loading.catch(() => loaded.delete(file))
    loaded.set(file, loading)
    return loading
  }
  return (files: Set<FontFile>) => Promise.all(Array.from(files, (file) => loaded.get(file) ?? loadOne(file)))
}
