import type { Deps } from '../../deps.ts'
import { dayMs } from '../../platform/clock.ts'
import { deleteUnsubmittedFeatures, listWithoutFeatures, updateHasFeatures } from './features-store.ts'
import { type RecallDeps, recallPicture } from './recall-picture.ts'

const batchSize = 20
/** Longer than samples are reused, because samples are found by the first image of a group. */
const keptMs = 31 * dayMs

/** Stores the features of uploads, and of images from before features were stored, the oldest first. */
export async function storeFeatures(deps: RecallDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const images = await listWithoutFeatures(deps.db, batchSize)
    for (const image of images) {
      if (signal.aborted) return
      await recallPicture(deps, image, signal)
      await updateHasFeatures(deps.db, image.hash)
    }
    if (images.length < batchSize) return
  }
}

/** Deletes the features of images that no submission was stored with; returns how many. */
export const pruneFeatures = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> =>
  deleteUnsubmittedFeatures(db, new Date(clock.now().getTime() - keptMs))
