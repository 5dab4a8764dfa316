import { availableParallelism } from 'node:os'
import { type AdmissionQueueOptions, createAdmissionQueue } from '../../platform/queues/admission-queue.ts'
import type { Image, Images } from './images.ts'

type QueueMetrics = AdmissionQueueOptions['metrics']

/** Throws `ImageRefused`, or the signal's reason. An image without waiting callers isn't decoded. */
type DecodeImage = (bytes: Buffer, signal: AbortSignal) => Promise<Image>

// Decoding keeps a core busy. One core stays free, so that reads don't wait for scorings, and one of libuv's four
// threads stays free for files and DNS.
const maxDecodes = Math.min(Math.max(availableParallelism() - 1, 1), 3)
const maxThumbnails = 2
const thumbnailTimeoutMs = 10_000

// The image library is loaded with these modules, for the first image.
const loadDecoder = () => import('./decode-image.ts')
const loadShrinker = () => import('./shrink-image.ts')

/** Reads PNG, JPEG, WebP and GIF by their bytes, whatever type they claim. All other decoders of the process are disabled. */
export function createDecoder(metrics: QueueMetrics): DecodeImage {
  const decodes = createAdmissionQueue({ name: 'decodes', maxRunning: maxDecodes, metrics })
  return (bytes, signal) => decodes.run(async () => (await loadDecoder()).decodeImage(bytes, signal), { signal })
}

/** Computes the features of stored images. */
export function createFeatureReader(metrics: QueueMetrics): Images['readFeatures'] {
  const reads = createAdmissionQueue({ name: 'looks', maxRunning: maxDecodes, metrics })
  return (bytes, signal) => reads.run(async () => (await loadDecoder()).readFeatures(bytes), { signal })
}

/** Makes square WebP thumbnails of stored copies, the middle of the image at `side` pixels or less. Throws `ImageRefused`. */
export function createShrinker(metrics: QueueMetrics): Images['shrink'] {
  const queue = createAdmissionQueue({ name: 'thumbnails', maxRunning: maxThumbnails, metrics })
  return (bytes, side) =>
    queue.run(async () => (await loadShrinker()).shrinkImage(bytes, side), {
      signal: AbortSignal.timeout(thumbnailTimeoutMs),
    })
}
