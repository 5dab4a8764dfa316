import { createBudgets } from '../../activity/budgets/budgets.ts'
import type { NotificationListener } from '../../database/listener.ts'
import type { Deps } from '../../deps.ts'
import { createActivePrompt } from '../../judge/versions/active-prompt.ts'
import { imageAgent } from '../../platform/http/service-header.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { createImages } from '../../providers/images/images-http.ts'
import { createDailyScores } from '../../scoring/admission/daily-scores.ts'
import { createScoringQueues } from '../../scoring/admission/scoring-queues.ts'
import { createKeyWaits } from '../../scoring/idempotency/key-waits.ts'
import { createTakedownEpoch } from '../../scoring/takedown/shown-cache.ts'

interface ScoringParts extends Pick<Deps, 'config' | 'db' | 'reads' | 'clock' | 'log' | 'metrics' | 'versions'> {
  /** A monotonic clock in milliseconds. */
  elapsedMs: () => number
  listener: NotificationListener
  /** The guarded client for the images of submissions. */
  forImages: Outbound
}

type ScoringDeps = Pick<
  Deps,
  'images' | 'dailyScores' | 'budgets' | 'scorings' | 'keyWaits' | 'activePrompt' | 'takedownEpoch'
>

/** Opens the dependencies of scoring: images, quotas, queues, the active prompt and take-downs. */
export function openScoring(parts: ScoringParts): ScoringDeps {
  const { config, metrics, forImages } = parts
  return {
    images: createImages({ outbound: forImages, metrics, userAgent: imageAgent(config.serviceName) }),
    dailyScores: createDailyScores(parts),
    budgets: createBudgets(parts),
    scorings: createScoringQueues({ maxInFlight: config.scoreMaxInFlight, metrics }),
    keyWaits: createKeyWaits(parts),
    activePrompt: createActivePrompt(parts),
    takedownEpoch: createTakedownEpoch(parts),
  }
}
