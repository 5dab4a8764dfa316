import { availableParallelism } from 'node:os'
import { type AdmissionQueueOptions, createAdmissionQueue } from '../../platform/queues/admission-queue.ts'
import type { Image, Images } from './images.ts'

type QueueMetrics = AdmissionQueueOptions['metrics']

/** An image without waiting callers isn't decoded. Throws `ImageRefused` or the signal's reason. */
type DecodeImage = (bytes: Buffer, signal: AbortSignal) => Promise<Image>

// Decoding keeps a core busy: one stays free for reads, and one of libuv's four threads for files and DNS.
const maxDecodes = Math.min(Math.max(availableParallelism() - 1, 1), 3)
const maxThumbnails = 2
const thumbnailTimeoutMs = 10_000

// Loads the image library for the first image.
const loadDecoder = () => import('./decode-image.ts')
const loadShrinker = () => import('./shrink-image.ts')

/** By their bytes, whatever type they claim. All other decoders of the process are disabled. */
export function createDecoder(metrics: QueueMetrics): DecodeImage {
  const decodes = createAdmissionQueue({ name: 'decodes', maxRunning: maxDecodes, metrics })
  return (bytes, signal) => decodes.run(async () => (await loadDecoder()).decodeImage(bytes, signal), { signal })
}

export function createFeatureReader(metrics: QueueMetrics): Images['readFeatures'] {
  const reads = createAdmissionQueue({ name: 'looks', maxRunning: maxDecodes, metrics })
  return (bytes, signal) => reads.run(async () => (await loadDecoder()).readFeatures(bytes), { signal })
}

/** The middle of the image, at `side` pixels or less. Throws `ImageRefused`. */
export function createShrinker(metrics: QueueMetrics): Images['shrink'] {
  const queue = createAdmissionQueue({ name: 'thumbnails', maxRunning: maxThumbnails, metrics })
  return (bytes, side) =>
    queue.run(async () => (await loadShrinker()).shrinkImage(bytes, side), {
      signal: AbortSignal.timeout(thumbnailTimeoutMs),
    })
}
