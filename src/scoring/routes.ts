import { keyAccepted, keyHolders, keyOptional } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { createScoreRoute } from './create-score.ts'
import { getScoreByTokenRoute } from './get-score-by-token.ts'
import { getScoreRoute } from './get-score.ts'
import { getMeRoute } from './own/get-me.ts'
import { listOwnScoresRoute } from './own/list-scores.ts'
import { ownSchemas } from '../../contract/schemas/own-scores.ts'
import { rescoreRoute } from './rescore.ts'
import { scoringSchemas } from '../../contract/schemas/score.ts'
import { getUploadRoute } from './uploads/get-upload.ts'
import { uploadImageRoute } from './uploads/upload-image.ts'
import { getSubmissionMessageRoute } from './wallets/get-submission-message.ts'
import { resolveWalletNameRoute } from './wallets/resolve-wallet-name.ts'
import { walletSchemas } from '../../contract/schemas/signature.ts'

export const scoringRoutes: RoutePlugin = {
  schemas: [...scoringSchemas, ...walletSchemas, ...ownSchemas],
  addRoutes: async (app, deps) => {
    const scorers = deps.config.scoreAccess === 'key' ? keyHolders : keyAccepted
    await scorers(app, deps, (scope) => {
      createScoreRoute(scope, deps)
      uploadImageRoute(scope, deps)
      rescoreRoute(scope, deps)
    })
    await keyAccepted(app, deps, (scope) => {
      getSubmissionMessageRoute(scope, deps)
      getScoreRoute(scope, deps)
      getUploadRoute(scope, deps)
    })
    await keyOptional(app, deps, (scope) => {
      getScoreByTokenRoute(scope, deps)
      resolveWalletNameRoute(scope, deps)
    })
    await keyHolders(app, deps, (scope) => {
      getMeRoute(scope, deps)
      listOwnScoresRoute(scope, deps)
    })
  },
}
