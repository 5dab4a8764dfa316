import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Renderer } from '@takumi-rs/core'
import { type AdmissionQueueOptions, createAdmissionQueue } from '../../platform/queues/admission-queue.ts'
import type { CardNode } from './card-nodes.ts'
import { type FontFile, type Fonts, families, createFonts } from './fonts.ts'

export interface Card {
  png: Buffer
  etag: string
}

/** Throws `QueueRefused`, or the signal's reason. A card that nobody waits for is not drawn. */
export type DrawCard = (
  card: CardNode,
  options: { size: { width: number; height: number }; signal: AbortSignal },
) => Promise<Card>

/** A client gets 503 after this. */
export const cardDeadlineMs = 15_000

// Drawing keeps a core busy; one stays free for requests.
const maxDrawings = Math.max(availableParallelism() - 1, 1)

/** The rate limit of a minute, so that a client within it is never refused for waiting. */
const maxWaitingPerNetwork = 300

/** Draws on worker threads, in turns between client networks. Loads the renderer and fonts on first use. */
export function createCardDrawer({ metrics }: Pick<AdmissionQueueOptions, 'metrics'>): DrawCard {
  const drawings = createAdmissionQueue({ name: 'cards', maxRunning: maxDrawings, maxWaitingPerNetwork, metrics })
  let opening: ReturnType<typeof openTools> | undefined
  const draw = async (card: CardNode, size: { width: number; height: number }): Promise<Card> => {
    const { renderer, fonts, load } = await (opening ??= openTools())
    const shown = drawable(card, fonts)
    await load(fonts.filesFor(`${always}${listTexts(shown).join('')}`))
    const png = await renderer.render(shown, { ...size, format: 'png', fontFamilies: families })
    return { png, etag: `"${hash('sha256', png, 'base64url')}"` }
  }
  return (card, { size, signal }) => drawings.run(() => draw(card, size), { signal })
}

const always = 'a…'

async function openTools() {
  const { Renderer } = await import('@takumi-rs/core')
  const renderer = new Renderer()
  return { renderer, fonts: createFonts(), load: createLoader(renderer) }
}

/** Without characters that no font has. */
function drawable(node: CardNode, fonts: Fonts): CardNode {
  if (node.type === 'text') return { ...node, text: fonts.drawable(node.text) }
  return node.type === 'image' ? node : { ...node, children: node.children.map((child) => drawable(child, fonts)) }
}

function listTexts(node: CardNode): string[] {
  if (node.type === 'text') return [node.text]
  return node.type === 'image' ? [] : node.children.flatMap(listTexts)
}

/** Concurrent callers share the loading of a file. A file that can't be read is tried again. */
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
