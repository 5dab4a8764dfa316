import { walletSchemas } from '../../contract/schemas/enrollment.ts'
import { ownSchemas } from '../../contract/schemas/own-scores.ts'
import { scoringSchemas } from '../../contract/schemas/score.ts'
import type { Deps } from '../deps.ts'
import {
  type Admit,
  admitted,
  keyAccepted,
  keyHolders,
  keyOptional,
  keyRequired,
  type RoutePlugin,
} from '../keys/guard.ts'
import type { App } from '../platform/http/app.ts'
import { createScoreRoute } from './create-score.ts'
import { getScoreByTokenRoute, getScoreRoute } from './get-score.ts'
import { getMeRoute, listOwnScoresRoute } from './own-scores.ts'
import { getSubmissionMessageRoute } from './prove-creator.ts'
import { rescoreRoute } from './rescore.ts'
import { resolveWalletNameRoute } from './resolve-wallet-name.ts'
import { scoreApart } from './scorer.ts'
import { uploadImageRoute } from './upload-image.ts'
import { getUploadRoute } from './uploads.ts'

export const scoringRoutes: RoutePlugin = {
  schemas: [...scoringSchemas, ...walletSchemas, ...ownSchemas],
  addRoutes: async (app, deps) => {
    const scorers = deps.config.scoreAccess === 'key' ? keyRequired : keyAccepted
    await scorers(app, deps, (scope) => {
      if (deps.scorer) scoreApart(scope, deps.scorer)
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

/** The routes of the scorer, whose requests another process has admitted. */
export const addScorerRoutes = (app: App, deps: Deps, admit: Admit) =>
  admitted(app, admit, (scope) => {
    createScoreRoute(scope, deps)
    rescoreRoute(scope, deps)
  })
