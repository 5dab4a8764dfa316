import { pruneBudgets } from '../activity/budgets.ts'
import { createProcessCounts, pruneActivity, rollUpActivity } from '../activity/roll-up.ts'
import { advanceAttestations } from '../attestation/advance-attestations.ts'
import { inspectAttester } from '../attestation/inspect-attester.ts'
import { indexLaunches } from '../creators/index-launches.ts'
import { dropOldLaunches, makeLaunchPartitions } from '../creators/launch-partitions.ts'
import { foldFigures, pruneLaunchSamples, sampleLaunches } from '../creators/calibrate.ts'
import type { ChainSources, Deps } from '../deps.ts'
import { checkAnchorsDaily } from '../evaluation/anchors.ts'
import { endRotated, pruneKeyUsage, untilEndMs } from '../keys/upkeep.ts'
import { pruneSessions, pruneVisits } from '../launches/attend-launch.ts'
import { sendAppealAnswers } from '../notifications/send-appeal-answers.ts'
import { receiveTelegram } from '../notifications/receive-telegram.ts'
import { pruneReminders, sendConfirmations } from '../notifications/send-confirmations.ts'
import { endAbandoned, sendDueByChannel, untilDueMs } from '../notifications/send-notifications.ts'
import { type Job, startJobs } from '../platform/jobs.ts'
import { rollUpRankings } from '../rankings/roll-up-rankings.ts'
import { decideOutcomes } from '../record/decide-outcomes.ts'
import { foldSealedDays } from '../record/fold-track-record.ts'
import { pruneDailyScores } from '../scoring/daily-scores.ts'
import { pruneDrafts } from '../scoring/drafts.ts'
import { examineBound } from '../scoring/examine-bound.ts'
import { pruneKeys } from '../scoring/idempotency.ts'
import { identifyLaunches, nameLaunches } from '../scoring/identity.ts'
import { pruneFeatures, storeFeatures } from '../scoring/memory/store-features.ts'
import { pruneResponses } from '../scoring/responses-store.ts'
import { pruneUploads } from '../scoring/uploads.ts'
import { pruneSamples } from '../signals/judge/samples.ts'
import { checkPendingBindings } from '../tokens/check-pending.ts'
import { findLaunches } from '../tokens/find-launches.ts'
import { makeObservationPartitions } from '../tokens/make-observation-partitions.ts'
import { observeTokens } from '../tokens/observe-tokens.ts'
import { announceVisibility } from '../webhooks/announce-visibility.ts'
import { deliverDueJobs, vacuumQueue } from '../webhooks/dispatch-deliveries.ts'
import { reportNearLimits } from '../webhooks/report-near-limits.ts'
import { makeEventPartitions, pruneDeliveries } from '../webhooks/retention.ts'

/** Starts every job. They go by the database's clock: a replica whose own clock is wrong must not end anything early. */
export function startWorker(given: Deps) {
  const deps = { ...given, clock: given.sharedClock }
  const onSharedClock = ({ run, untilDueMs, ...job }: Job): Job => ({
    ...job,
    run: (signal) => deps.sharedClock.sync().then(() => run(signal)),
    ...(untilDueMs && { untilDueMs: () => deps.sharedClock.sync().then(untilDueMs) }),
  })
  return startJobs(listJobs(deps).map(onSharedClock), deps)
}

/** Every job and how often it runs. */
function listJobs(deps: Deps): Job[] {
  return [
    { name: 'prune-provider-responses', everySeconds: 600, run: (signal) => pruneResponses(deps, signal) },
    { name: 'prune-idempotency-keys', everySeconds: 600, run: (signal) => pruneKeys(deps, signal) },
    { name: 'prune-daily-scores', everySeconds: 3600, run: (signal) => pruneDailyScores(deps, signal) },
    { name: 'prune-key-usage', everySeconds: 3600, run: (signal) => pruneKeyUsage(deps, signal) },
    { name: 'prune-activity', everySeconds: 3600, run: (signal) => pruneActivity(deps, signal) },
    { name: 'prune-budgets', everySeconds: 3600, run: (signal) => pruneBudgets(deps, signal) },
    { name: 'prune-drafts', everySeconds: 600, run: (signal) => pruneDrafts(deps, signal) },
    { name: 'prune-uploads', everySeconds: 600, run: (signal) => pruneUploads(deps, signal) },
    { name: 'prune-visits', everySeconds: 600, run: (signal) => pruneVisits(deps, signal) },
    { name: 'prune-sessions', everySeconds: 3600, run: (signal) => pruneSessions(deps, signal) },
    { name: 'prune-samples', everySeconds: 3600, run: (signal) => pruneSamples(deps, signal) },
    { name: 'expire-notifications', everySeconds: 60, run: (signal) => endAbandoned(deps, signal) },
    { name: 'send-confirmations', everySeconds: 5, run: (signal) => sendConfirmations(deps, signal) },
    { name: 'prune-reminders', everySeconds: 600, run: (signal) => pruneReminders(deps, signal) },
    { name: 'send-appeal-answers', everySeconds: 15, run: (signal) => sendAppealAnswers(deps, signal) },
    ...attesting(deps),
    ...jobsByChain(deps, checkingBindings),
    { name: 'seal-record-days', everySeconds: 300, run: (signal) => foldSealedDays(deps, signal) },
    { name: 'decide-outcomes', everySeconds: 600, run: (signal) => decideOutcomes(deps, signal) },
    ...indexing(deps),
    ...jobsByChain(deps, observing),
    ...calibrating(deps),
    ...examining(deps),
    {
      name: 'end-rotated-keys',
      everySeconds: 2,
      run: (signal) => endRotated(deps, signal),
      untilDueMs: () => untilEndMs(deps),
    },
    { name: 'identify-launches', everySeconds: 60, run: (signal) => identifyLaunches(deps, signal) },
    { name: 'index-launch-names', everySeconds: 60, run: (signal) => nameLaunches(deps, signal) },
    { name: 'index-image-fingerprints', everySeconds: 60, run: (signal) => storeFeatures(deps, signal) },
    { name: 'prune-image-fingerprints', everySeconds: 3600, run: (signal) => pruneFeatures(deps, signal) },
    {
      name: 'roll-up-counts',
      everySeconds: 5,
      run: (signal) => Promise.all([rollUpRankings(deps, signal), rollUpActivity(deps)]),
    },
    { name: 'record-process-counts', everySeconds: 15, run: createProcessCounts(deps) },
    { name: 'announce-visibility', everySeconds: 5, run: (signal) => announceVisibility(deps, signal) },
    { name: 'report-near-limits', everySeconds: 5, run: () => reportNearLimits(deps) },
    { name: 'vacuum-delivery-queue', everySeconds: 5, run: () => vacuumQueue(deps) },
    { name: 'create-partitions', everySeconds: 600, run: () => makeAllPartitions(deps) },
    { name: 'prune-launches', everySeconds: 3600, run: () => dropOldLaunches(deps) },
    { name: 'prune-deliveries', everySeconds: 600, run: (signal) => pruneDeliveries(deps, signal) },
    ...receiving(deps),
    ...anchors(deps),
    ...dispatchers(deps),
    ...deliverDueJobs(deps),
  ]
}

/** The names of jobs on other chains than CHAIN_ID end with the chain. */
const jobsByChain = (deps: Deps, list: (onOne: Deps & ChainSources) => Job[]): Job[] =>
  [...deps.chains.values()].flatMap((sources) =>
    list({ ...deps, ...sources }).map((job) =>
      sources.chainId === deps.config.chainId ? job : { ...job, name: `${job.name}-${sources.chainId}` },
    ),
  )

function checkingBindings(deps: Deps & ChainSources): Job[] {
  const { proofSources, pools } = deps
  if (!proofSources || !pools) return []
  return [
    {
      name: 'check-token-bindings',
      everySeconds: 15,
      run: (signal) => checkPendingBindings({ ...deps, proofSources }, signal),
    },
    {
      name: 'find-launches',
      everySeconds: 300,
      run: (signal) => findLaunches({ ...deps, proofSources, pools }, signal),
    },
  ]
}

/** Only with a node. */
const indexing = (deps: Deps): Job[] =>
  [...deps.chains.values()].some(({ launchLogs }) => launchLogs !== null)
    ? [{ name: 'index-launches', everySeconds: 10, run: (signal) => indexLaunches(deps, signal) }]
    : []

/** Only with a provider of token risk, whose reports the examinations rest on. */
const examining = (deps: Deps): Job[] =>
  [...deps.chains.values()].every(({ tokenRisk }) => tokenRisk === null)
    ? []
    : [{ name: 'examine-bound-contracts', everySeconds: 15, run: (signal) => examineBound(deps, signal) }]

/** Only where a chain has market data. */
function calibrating(deps: Deps): Job[] {
  if (![...deps.chains.values()].some(({ market }) => market)) return []
  return [
    { name: 'sample-launches', everySeconds: 300, run: (signal) => sampleLaunches(deps, signal) },
    { name: 'count-creator-figures', everySeconds: 600, run: () => foldFigures(deps) },
    { name: 'prune-launch-samples', everySeconds: 3600, run: (signal) => pruneLaunchSamples(deps, signal) },
  ]
}

/** Only with a provider of market data. */
function observing(deps: Deps & ChainSources): Job[] {
  const { market } = deps
  if (!market) return []
  return [{ name: 'observe-tokens', everySeconds: 10, run: (signal) => observeTokens({ ...deps, market }, signal) }]
}

/** One job per channel, so that no channel waits for another; none if an external scheduler dispatches (D31). */
function dispatchers(deps: Deps): Job[] {
  const { dispatchIntervalSeconds: everySeconds } = deps.config
  if (everySeconds === 0) return []
  return deps.channels.map((channel) => ({
    name: `notify-${channel.name}`,
    everySeconds,
    run: (signal) => sendDueByChannel(deps, channel, signal),
    untilDueMs: () => untilDueMs(deps, channel),
  }))
}

/** Only with a bot. Each run lasts until another replica takes over or the service stops. */
const receiving = (deps: Deps): Job[] =>
  deps.telegramBot
    ? [{ name: 'receive-telegram', everySeconds: 15, run: (signal) => receiveTelegram(deps, signal) }]
    : []

/** Only if MODEL_TUNING has anchorsAt. The claim of the day keeps other replicas from running it too. */
const anchors = (deps: Deps): Job[] =>
  deps.config.evalAnchorsAt === null
    ? []
    : [{ name: 'check-anchors', everySeconds: 60, run: (signal) => checkAnchorsDaily(deps, signal) }]

/** Only with an attester's key. An external scheduler can't run these jobs. */
function attesting(deps: Deps): Job[] {
  if (!deps.attester) return []
  return [
    { name: 'inspect-attester', everySeconds: 60, run: (signal) => inspectAttester(deps, signal) },
    {
      name: 'publish-attestations',
      everySeconds: deps.config.dispatchIntervalSeconds || 5,
      run: (signal) => advanceAttestations(deps, signal),
    },
  ]
}

/** Makes the partitions of the coming time, for an import too, which has no other dependencies. */
export const makeAllPartitions = (deps: Pick<Deps, 'db' | 'clock'>): Promise<void[]> =>
  Promise.all([makeEventPartitions(deps), makeObservationPartitions(deps), makeLaunchPartitions(deps)])

/**
 * Creates missing partitions before the first write, in case the service was down for longer than the job works ahead.
 * On failure the service still starts: rows go to the default partitions, and the job tries again.
 */
export const makeFirstPartitions = async (deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> => {
  await makeAllPartitions(deps).catch((error: Error) =>
    deps.log.warn({ reason: error.message }, 'the partitions of the coming days could not be made yet'),
  )
}
