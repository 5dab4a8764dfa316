import type { Deps } from '../../deps.ts'
import { dayMs } from '../../platform/clock.ts'
import { forEachRow, listPages } from '../../database/upkeep/for-each-row.ts'
import { type StoredImage, deleteUnsubmittedLooks, listWithoutLook, updateHasLook } from './look-store.ts'
import { type RecallDeps, recallPicture } from './recall-picture.ts'

const batchSize = 20
/** Longer than samples are reused, because samples are found by the first look of a group. */
const keptMs = 31 * dayMs

/** Stores the looks of images from before looks were stored, and of uploads, the oldest first. */
export const storeLooks = (deps: RecallDeps & Pick<Deps, 'log'>, signal: AbortSignal): Promise<void> =>
  forEachRow(
    {
      rows: listPages<StoredImage>((last) => listWithoutLook(deps.db, { after: last?.hash ?? null, limit: batchSize })),
      toId: ({ hash }) => hash,
      work: async (image) => {
        await recallPicture(deps, image, signal)
        await updateHasLook(deps.db, image.hash)
      },
    },
    { log: deps.log, signal },
  )

/** Deletes the looks of images that no submission was stored with; returns how many. */
export const pruneLooks = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<number> =>
  deleteUnsubmittedLooks(db, new Date(clock.now().getTime() - keptMs), signal)
