import sharp from 'sharp'
import { createAdmissionQueue } from '../../platform/resilience/admission-queue.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { ImageRefused } from './images.ts'

const maxRunning = 2
const deadlineMs = 10_000

/** Makes square WebP thumbnails of stored copies, the middle of the image at `side` pixels or less. Throws `ImageRefused`. */
export function createShrinker(metrics: Pick<Metrics, 'queueRunning' | 'queueWaiting' | 'queueRefused'>) {
  const queue = createAdmissionQueue({ name: 'thumbnails', maxRunning, metrics })
  return (bytes: Buffer, side: number): Promise<Buffer> =>
    queue.run(() => shrink(bytes, side), { signal: AbortSignal.timeout(deadlineMs) })
}

async function shrink(bytes: Buffer, side: number): Promise<Buffer> {
  try {
    const image = sharp(bytes, { failOn: 'error' })
    const { width, height } = await image.metadata()
    const least = Math.min(side, width, height) // a small image isn't enlarged
    // effort 2 takes a third of the time of 4, for a tenth more bytes
    return await image.resize(least, least, { fit: 'cover' }).webp({ quality: 84, effort: 2 }).toBuffer()
  } catch (error) {
    throw new ImageRefused('must be an image that can be read', { cause: error })
  }
}
