import type { Deps } from '../../deps.ts'
import { dayMs } from '../../../contract/time.ts'
import { forEachRow, listPages } from '../../database/for-each-row.ts'
import {
  type StoredImage,
  deleteUnsubmittedFeatures,
  listWithoutFeatures,
  listWithoutMiddle,
  updateHasFeatures,
  updateMiddle,
} from './store.ts'
import { toMiddleCode } from './picture-views.ts'
import { recallPicture } from './recall.ts'

const batchSize = 20
/** Longer than samples are reused, because samples are found by the first image of a group. */
const keptMs = 31 * dayMs

/** Stores the features of uploads and of older images, oldest first. */
export async function storeFeatures(deps: Deps, signal: AbortSignal): Promise<void> {
  await storeOfImages(deps, signal)
  await storeMiddles(deps, signal)
}

const storeOfImages = (deps: Deps, signal: AbortSignal): Promise<void> =>
  forEachRow(
    {
      rows: listPages<StoredImage>((last) =>
        listWithoutFeatures(deps.db, { after: last?.hash ?? null, limit: batchSize }),
      ),
      toId: ({ hash }) => hash,
      work: async (image) => {
        await recallPicture(deps, image, signal)
        await updateHasFeatures(deps.db, image.hash)
      },
    },
    { log: deps.log, signal },
  )

/** For features that an earlier release stored. */
const storeMiddles = ({ db, log }: Deps, signal: AbortSignal): Promise<void> =>
  forEachRow(
    {
      rows: listPages<{ imageHash: string; thumbnail: Buffer; position: string }>((last) =>
        listWithoutMiddle(db, { after: last?.position ?? null, limit: batchSize }),
      ),
      toId: ({ imageHash }) => imageHash,
      work: (features) => updateMiddle(db, features.imageHash, toMiddleCode(features)),
    },
    { log, signal },
  )

export const pruneFeatures = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteUnsubmittedFeatures(db, new Date(clock.now().getTime() - keptMs), signal)
