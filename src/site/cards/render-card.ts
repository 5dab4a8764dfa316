import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Renderer } from '@takumi-rs/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { createCoalesce } from '../../platform/caching.ts'
import { holds, sendUnchanged } from '../../platform/http/responses.ts'
import { type AdmissionQueueOptions, createAdmissionQueue } from '../../platform/queues/admission-queue.ts'
import { untilAborted } from '../../platform/resilience/timeouts.ts'
import { createShownCache } from '../../scoring/shown-body.ts'
import type { CardNode } from './card-nodes.ts'
import { createFonts, families, type FontFile, type Fonts } from './fonts.ts'

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

type Draw = (signal: AbortSignal) => Promise<Card>

export type CardCache = (key: string, draw: Draw, signal: AbortSignal) => Promise<Card>

/** Concurrent requests share a drawing, which is abandoned when all of them have left. */
export function createCardCache(deps: Deps, maxBytes = 32 * 1024 * 1024): CardCache {
  const cache = createShownCache<Card>(deps, { maxBytes, getSize: ({ png }) => png.length })
  const coalesce = createCoalesce<Card>()
  return async (key, draw, signal) => {
    const epoch = deps.takedownEpoch()
    if (epoch === null) return untilAborted(signal, () => draw(signal))
    // Rejects as soon as it is abandoned, so that later requests never join it.
    const load = (abandoned: AbortSignal) => untilAborted(abandoned, () => draw(abandoned))
    return coalesce(`${epoch} ${key}`, async (abandoned) => cache(key, () => load(abandoned)), signal)
  }
}

/** Other sites may embed it. */
export function sendCard(request: FastifyRequest, reply: FastifyReply, { png, etag }: Card) {
  reply.headers({
    etag,
    'cache-control': 'public, max-age=300', // caches notice an outcome, a warning or a take-down within minutes
    'cross-origin-resource-policy': 'cross-origin',
  })
  return holds(request, etag) ? sendUnchanged(request, reply) : reply.type('image/png').send(png)
}
