// Rows as the service would have left them, without asking anybody.
import { toContractKey } from '../../src/scoring/contract-key.ts'
import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { toBand } from '../../contract/bands.ts'
import type { CreatorProof, ScoreResult, WarningCode } from '../../contract/schemas/score.ts'
import { listWarningCodes } from '../../contract/warning-words.ts'
import type { Db } from '../../src/database/db.ts'
import type { Deps } from '../../src/deps.ts'
import type { Metric, Summary } from '../../src/evaluation/schemas.ts'
import { finishRun, insertRun, type RunSettings } from '../../src/evaluation/store.ts'
import type { TokenFacts } from '../../src/providers/token-risk.ts'
import { buildScore } from '../../src/scoring/build-score.ts'
import { foldNames, launchIdentity } from '../../src/scoring/search-names.ts'
import { findStoredSubmission, insertScore, insertSubmission } from '../../src/scoring/store.ts'
import { newestPrompt } from '../../src/signals/judge/prompts.ts'
import type { Measured, Submission } from '../../src/signals/schemas.ts'
import { riskSource, tokenAnswer } from '../fixtures/providers.ts'

const sock = {
  name: 'Left Sock',
  symbol: 'SOCK',
  description: 'Every washing machine takes one. This is the token of the other.',
  imageUrl: 'https://pictures.example/a.png',
  xHandle: '@leftsock',
  creatorName: null,
  links: [],
}

interface Scored {
  creatorAddress: string
  /** Of each of the six signals, and so the aggregate; 80 when absent. */
  points?: number
  /** Of single signals, beside `points`. */
  signals?: Record<string, number>
  /** What the token-risk provider knows about the token, from which warnings follow. */
  tokenFacts?: Partial<TokenFacts>
}

interface Scoring extends Scored {
  submission: Submission
  reason: string
  confidence: number | null
  hasStubs?: boolean
  rescoredFrom?: string | null
  creatorProof?: CreatorProof
  createdAt: Date
}

function makeScore(id: string, { points = 80, signals = {}, tokenFacts = {}, hasStubs = false, ...rest }: Scoring) {
  const { submission, reason, confidence, rescoredFrom = null, creatorProof = 'signature', createdAt } = rest
  const measure = (signal: string, stub = false): Measured => ({
    reading: { score: signals[signal] ?? points, reason, stub, confidence },
    evidence: '{}',
  })
  return buildScore({
    id,
    submission,
    measured: {
      meme: measure('meme'),
      creator: measure('creator'),
      image: measure('image'),
      name: measure('name'),
      social: measure('social'),
      risk: measure('risk', hasStubs),
    },
    facts: {
      source: riskSource,
      lists: null,
      token: { address: `0x${'7'.repeat(40)}`, ...tokenAnswer(tokenFacts) },
      otherNames: null,
    },
    prompt: newestPrompt(),
    creatorProof,
    rescoredFrom,
    createdAt,
  })
}

// One score

interface ScoreSeed extends Partial<Submission>, Omit<Scored, 'signals'> {
  /** In any case. */
  creatorAddress: string
  hasStubs?: boolean
  isDeployer?: boolean
  createdAt?: Date
  /** A score that it re-scores. */
  rescoredFrom?: string
  /** `signature` by default. */
  creatorProof?: CreatorProof
  /** 64 hex digits; without it, all seeds have the same picture. */
  imageHash?: string
}

/** A stored score as `POST /v1/score` would have left it; its id. */
export async function seedScore({ config, db, random, clock }: Deps, seed: ScoreSeed): Promise<string> {
  const { points: _points, hasStubs: _stubs, tokenFacts: _facts, isDeployer = false, ...named } = seed
  const {
    rescoredFrom,
    creatorProof = 'signature',
    createdAt = clock.now(),
    imageHash = '0'.repeat(64),
    ...over
  } = named
  const submission = { ...sock, contractAddress: null, ...over, creatorAddress: seed.creatorAddress.toLowerCase() }
  const [id, prompt] = [random.uuid(), newestPrompt()]
  const contract =
    submission.contractAddress && toContractKey(submission.contractAddress.toLowerCase(), seed.chainId, config)
  const score = makeScore(id, { ...seed, submission, reason: 'Seeded.', confidence: null, createdAt })
  await db.transaction().execute(async (tx) => {
    const replay = rescoredFrom ? await findStoredSubmission(tx, rescoredFrom) : undefined
    const submissionId = replay?.submissionId ?? random.uuid()
    if (!replay) {
      const image = { hash: imageHash, bytes: Buffer.alloc(0), mediaType: 'image/png', width: 64, height: 64 } as const
      const names = foldNames(submission)
      await insertSubmission(tx, { submissionId, submission, contract, names, image, creatorProof, createdAt })
    }
    const made = { score, body: JSON.stringify(score), submissionId, contract, prompt, evidence: '{}' }
    await insertScore(tx, { ...made, isCurrent: true, isDeployer, createdAt })
  })
  return id
}

// Many launches

export interface LaunchSeed extends Scored {
  name?: string
  enrolledAt?: Date
  scheduledFor?: Date
}

export interface SeededLaunch {
  enrollmentId: string
  creatorAddress: string
  enrolledAt: Date
  score: ScoreResult
}

const epoch = new Date('2026-11-20T00:00:00.000Z')

/** Enrolled launches with their scores, many at a time; in the order given. */
export async function seedLaunches(db: Db, seeds: LaunchSeed[]): Promise<SeededLaunch[]> {
  const launches = seeds.map(toLaunch)
  await insertImage(db, launchImage, epoch)
  for (let start = 0; start < launches.length; start += 500) {
    const some = launches.slice(start, start + 500)
    const insert = <Row>(pick: (launch: (typeof launches)[number]) => Row) => some.map(pick)
    await db
      .insertInto('submissions')
      .values(insert(({ submission }) => submission))
      .execute()
    await db
      .insertInto('scores')
      .values(insert(({ score }) => score))
      .execute()
    await db
      .insertInto('enrollments')
      .values(insert(({ enrollment }) => enrollment))
      .execute()
  }
  return launches.map(({ seeded }) => seeded)
}

const launchImage = 'ab'.repeat(32)

const insertImage = (db: Db, hash: string, createdAt: Date) =>
  db
    .insertInto('images')
    .values({ hash, bytes: Buffer.of(0), media_type: 'image/png', width: 64, height: 64, created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

function toLaunch({ name = sock.name, enrolledAt = epoch, scheduledFor, ...seed }: LaunchSeed) {
  const creatorAddress = seed.creatorAddress.toLowerCase()
  const [submissionId, enrollmentId, prompt] = [randomUUIDv7(), randomUUIDv7(), newestPrompt()]
  const reason = 'A reason of about the length that reasons have, naming the rules or the evidence behind the score.'
  const submission = { ...sock, name, creatorAddress, contractAddress: null }
  const score = makeScore(randomUUIDv7(), { ...seed, submission, reason, confidence: 0.8, createdAt: epoch })
  const common = { submission_id: submissionId, band: score.band }
  return {
    seeded: { enrollmentId, creatorAddress, enrolledAt, score },
    submission: {
      id: submissionId,
      name,
      symbol: sock.symbol,
      description: sock.description,
      image_url: sock.imageUrl,
      x_handle: sock.xHandle,
      handle: sock.xHandle.slice(1),
      creator_address: creatorAddress,
      contract_address: null,
      image_hash: launchImage,
      signed_at: epoch,
      created_at: epoch,
    },
    score: {
      ...common,
      id: score.id,
      rescored_from: null,
      aggregate_x100: Math.round(score.aggregate * 100),
      has_stubs: false,
      prompt_version: score.promptVersion,
      prompt_name: prompt.name,
      prompt_major: prompt.major,
      warning_codes: listWarningCodes(score),
      contract_address: null,
      body: JSON.stringify(score),
      evidence: '{}',
      created_at: epoch,
    },
    enrollment: {
      ...common,
      id: enrollmentId,
      score_id: score.id,
      creator_address: creatorAddress,
      message: 'seeded',
      signature: Buffer.alloc(65),
      verified_by: 'key' as const,
      scheduled_for: scheduledFor ?? null,
      enrolled_at: enrolledAt,
    },
  }
}

// Submissions and scores with only what rankings read

export interface SeededScore {
  id: string
  submissionId: string
  aggregateX100: number
  createdAt: Date
  hasStubs: boolean
  major: number
  /** Made under the version that was active. */
  isCurrent: boolean
  /** The deployer of the contract that the providers report. */
  reportedDeployer: string | null
  warnings: WarningCode[]
}

interface SubmissionSeed {
  /** A launch that no other submission is of when absent. */
  name?: string
  /** A wallet that no other submission names when absent. */
  creatorAddress?: string
  contractAddress?: string | null
  /** The hash of its image; one that no other submission has when absent. */
  image?: string
  /** As a release before launches had identities would have left it. */
  isUnidentified?: boolean
}

/** A submission; its id. */
export async function seedSubmission(db: Db, over: SubmissionSeed = {}): Promise<string> {
  const id = randomUUIDv7()
  const hash = createHash('sha256').update(id).digest('hex')
  const { name = `Left Sock ${id}`, creatorAddress = `0x${hash.slice(0, 40)}`, isUnidentified = false } = over
  const { image = hash, contractAddress = null } = over
  await insertImage(db, image, new Date(0))
  await db
    .insertInto('submissions')
    .values({
      id,
      name,
      symbol: sock.symbol,
      description: 'A sock.',
      image_url: sock.imageUrl,
      x_handle: '@sock',
      handle: 'sock',
      creator_address: creatorAddress,
      image_hash: image,
      contract_address: contractAddress,
      ...(!isUnidentified && { identity: toSeedIdentity(name, image) }),
      created_at: new Date(0),
    })
    .execute()
  return id
}

/** The identity of a seeded submission. */
export const toSeedIdentity = (name: string, image: string): Buffer =>
  launchIdentity(foldNames({ name, symbol: sock.symbol }), image)

/** One more score of a submission. */
export async function seedScoreFor(
  db: Db,
  score: Pick<SeededScore, 'submissionId' | 'aggregateX100' | 'createdAt'> & Partial<SeededScore>,
): Promise<SeededScore> {
  const { id = randomUUIDv7(), hasStubs = false, major = 1, isCurrent = true, ...rest } = score
  const { reportedDeployer = null, warnings = [] } = score
  const submission = await db
    .selectFrom('submissions')
    .select(['contract_address', 'creator_address'])
    .where('id', '=', score.submissionId)
    .executeTakeFirstOrThrow()
  const first = await db
    .selectFrom('scores')
    .select('id')
    .where('submission_id', '=', score.submissionId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  await db
    .insertInto('scores')
    .values({
      id,
      submission_id: score.submissionId,
      rescored_from: first?.id ?? null,
      aggregate_x100: score.aggregateX100,
      band: toBand(score.aggregateX100),
      warning_codes: warnings,
      has_stubs: hasStubs,
      prompt_version: `launch-score@${major}.0.0`,
      prompt_name: 'launch-score',
      prompt_major: major,
      contract_address: submission.contract_address,
      is_deployer: reportedDeployer === submission.creator_address,
      reported_deployer: reportedDeployer,
      is_current: isCurrent,
      body: '{}',
      evidence: '{}',
      created_at: score.createdAt,
    })
    .execute()
  return { ...rest, id, hasStubs, major, isCurrent, reportedDeployer, warnings }
}

// Bound tokens and what was observed of them

/** An observation as the series of the fixtures hold it; `t` in hours since trading began. */
export interface SeededObservation {
  t: number
  state: 'seen' | 'absent' | 'uncounted'
  depth?: number | null
  partial?: boolean
  chainDepth?: number | null
  buys?: number
  sells?: number
  volume?: number
  removal?: { share: number; by: string }
  cannotSell?: boolean
}

export interface Series {
  name: string
  observations: SeededObservation[]
  expected: {
    outcomes: Record<string, { outcome: string; cause: string | null }>
    graduatedAt: number | null
  }
}

export const listSeries = (): Series[] =>
  (
    JSON.parse(readFileSync(new URL('../fixtures/outcomes/series.json', import.meta.url), 'utf8')) as {
      series: Series[]
    }
  ).series

export interface Followed extends SeededLaunch {
  bindingId: string
  tradingSince: Date
}

export const hourMs = 3_600_000
let followed = 0

/** A launch that was scored, enrolled and launched, and whose token has been observed. */
export async function seedFollowed(
  db: Db,
  {
    observations,
    tradingSince,
    points = 80,
  }: { observations: SeededObservation[]; tradingSince: Date; points?: number },
): Promise<Followed> {
  followed += 1
  const toAddress = (digit: string) => `0x${followed.toString(16).padStart(40, digit)}`
  const enrolledAt = new Date(tradingSince.getTime() - 48 * hourMs)
  const seed = { creatorAddress: toAddress('c'), name: `Frog ${followed}`, points, enrolledAt }
  const [launch] = await seedLaunches(db, [seed])
  if (!launch) throw new Error('nothing was seeded')
  await sql`update scores set created_at = ${enrolledAt} where id = ${launch.score.id}`.execute(db)
  const createdAt = new Date(tradingSince.getTime() - hourMs)
  const bindingId = await insertBinding(db, launch, { token: toAddress('d'), createdAt, boundAt: tradingSince })
  await sql`update token_bindings set enrollment_id = ${launch.enrollmentId} where id = ${bindingId}`.execute(db)
  await sql`insert into token_proofs (binding_id, kind, tx_hash, block_number, shown_at)
    values (${bindingId}, 'deployed', '0x01', 1, ${tradingSince})`.execute(db)
  await sql`insert into watches (binding_id, trading_since, next_look_at)
    values (${bindingId}, ${tradingSince}, ${tradingSince})`.execute(db)
  await insertObservations(db, bindingId, tradingSince, observations)
  return { ...launch, bindingId, tradingSince }
}

async function insertBinding(
  db: Db,
  { score, creatorAddress }: SeededLaunch,
  { token, createdAt, boundAt }: { token: string; createdAt: Date; boundAt: Date },
): Promise<string> {
  const id = randomUUIDv7()
  await sql`
    insert into token_bindings (id, score_id, submission_id, chain_id, token, creator_address, state, origin, creation_tx,
      creation_block, created_block_at, bound_at)
    select ${id}, id, submission_id, 8453, ${token}, ${creatorAddress}, 'proven', 'found', '0x01', 1, ${createdAt},
      ${boundAt}
    from scores where id = ${score.id}`.execute(db)
  return id
}

export async function insertObservations(
  db: Db,
  bindingId: string,
  since: Date,
  observations: SeededObservation[],
): Promise<void> {
  for (const { t, state, partial = false, removal, ...seen } of observations)
    await sql`
      insert into observations (binding_id, seen_at, state, depth, is_partial, chain_depth, buys, sells, volume, pairs,
        counted, removal_share, removal_by, removal_tx, cannot_sell, source)
      values (${bindingId}, ${new Date(Math.round(since.getTime() + t * hourMs))}, ${state}, ${seen.depth ?? null},
        ${partial}, ${seen.chainDepth ?? null}, ${seen.buys ?? null}, ${seen.sells ?? null}, ${seen.volume ?? null}, 1,
        ${state === 'seen' ? 1 : 0}, ${removal?.share ?? null}, ${removal?.by ?? null}, ${removal ? '0x02' : null},
        ${seen.cannotSell ?? null}, 'dexscreener')`.execute(db)
}

/** A token's address by its number. */
export const toToken = (number: number): string => `0x70ce${number.toString(16).padStart(36, '0')}`

/** When trading of the tokens of `seedWatches` begins. */
export const start = new Date('2026-11-08T12:00:00.000Z')

/** Proven bindings of seeded launches to the tokens 1, 2, …, watched from `start`. */
export async function seedWatches(db: Db, count: number): Promise<{ bindingId: string; scoreId: string }[]> {
  const launches = await seedLaunches(
    db,
    Array.from({ length: count }, (_, index) => ({
      creatorAddress: `0xa11ce${(index + 1).toString(16).padStart(35, '0')}`,
      enrolledAt: new Date(start.getTime() - 3_600_000),
    })),
  )
  const watches = []
  for (const [index, launch] of launches.entries()) {
    const bound = { token: toToken(index + 1), createdAt: start, boundAt: start }
    const bindingId = await insertBinding(db, launch, bound)
    await sql`update token_bindings set enrollment_id = ${launch.enrollmentId} where id = ${bindingId}`.execute(db)
    await db.insertInto('watches').values({ binding_id: bindingId, next_look_at: start, attempts: 0 }).execute()
    watches.push({ bindingId, scoreId: launch.score.id })
  }
  return watches
}

/** A sealed day without rows: 2026-01-01. */
export async function sealEmptyDay(db: Db): Promise<void> {
  await sql`insert into record_days (day, lines, bytes, file_digest, digest, sealed_at)
    values ('2026-01-01', 0, 0, ${Buffer.alloc(32, 1)}, ${Buffer.alloc(32, 2)}, '2026-01-02')`.execute(db)
}

// Attestations and subscriptions

const hex = (digits: string, bytes: number) => `0x${digits.repeat(bytes)}` as const

/** The final attestation of a score. */
export async function seedAttestation({ db, clock, random }: Deps, scoreId: string): Promise<void> {
  const [jobId, now] = [random.uuid(), clock.now()]
  const { submission_id } = await db
    .selectFrom('scores')
    .select('submission_id')
    .where('id', '=', scoreId)
    .executeTakeFirstOrThrow()
  const job = { kind: 'attest', subject: scoreId, state: 'final', next_attempt_at: now, queued_at: now } as const
  const place = { chain_id: '8453', signer: hex('a7', 20), contract: hex('c0', 20), nonce: '7' }
  await db
    .insertInto('attestation_jobs')
    .values({ id: jobId, ...job, ...place, tx_hash: hex('7a', 32), block_number: '9' })
    .execute()
  const said = { recipient: hex('01', 20), digest: hex('d1', 32), data: hex('da', 32) }
  const included = { uid: hex('1d', 32), schema_id: hex('5c', 32), published_at: now }
  await db
    .insertInto('attestations')
    .values({ score_id: scoreId, job_id: jobId, submission_id, ...said, ...included })
    .execute()
}

/** One more browser that is to be told of a launch. */
export const seedSubscription = (
  { db, clock, random }: Deps,
  { enrollmentId, endpoint, keys }: { enrollmentId: string; endpoint: string; keys: { p256dh: string; auth: string } },
) =>
  db
    .insertInto('push_subscriptions')
    .values({ id: random.uuid(), enrollment_id: enrollmentId, endpoint, ...keys, created_at: clock.now() })
    .execute()

// Evaluations

const dayMs = 86_400_000

/** Two runs of the sets, an older one, and a month of anchors up to `now`. */
export async function seedEvaluations(db: Db, now: Date): Promise<void> {
  const at = (days: number) => new Date(now.getTime() - days * dayMs)
  for (const [promptVersion, age] of [
    ['launch-score@1.2.0', 9],
    ['launch-score@1.2.0', 1],
    ['launch-score@1.1.0', 2],
  ] as const)
    await seedRun(db, { ...settings, kind: 'sets', promptVersion }, { finishedAt: at(age), summary: sets })
  for (let day = 30; day >= 0; day -= 1) {
    const shift = Math.round(Math.sin(day) * 400) / 100
    const summary = { scores: {}, mean: 61.5 + shift, shift, bandFlips: day === 3 ? 1 : 0, isOtherModel: day === 12 }
    const run = { ...settings, kind: 'anchors' as const, promptVersion: 'launch-score@1.2.0', items: 12, attacks: 0 }
    await seedRun(db, run, { finishedAt: at(day), summary })
  }
}

const settings = {
  provider: 'anthropic',
  model: 'a-model-with-a-long-name-5-5-20261001',
  setHash: 'a'.repeat(64),
  items: 130,
  attacks: 204,
  repeats: 3,
}

async function seedRun(db: Db, run: RunSettings, { finishedAt, summary }: { finishedAt: Date; summary: object }) {
  const id = randomUUID()
  await insertRun(db, { ...run, id, startedAt: finishedAt })
  await finishRun(db, { id, resolvedModel: run.model, finishedAt, hasPassed: false, summary })
}

const figure = (group: Metric['group'], metric: string, value: number | null, bound: Partial<Metric> = {}): Metric => ({
  group,
  metric,
  value,
  least: null,
  most: null,
  isMissed: false,
  ...bound,
})

const sets: Summary = {
  metrics: [
    figure('meme', 'items', 80),
    figure('meme', 'spearman', 0.8125, { least: 0.75 }),
    figure('meme', 'error', 9.5, { most: 8, isMissed: true }),
    figure('meme', 'bandAgreement', 0.8625, { least: 0.8 }),
    figure('meme', 'repeatDeviation', 2.25, { most: 4 }),
    figure('meme', 'bandChanges', 0.0375),
    figure('image', 'items', 50),
    figure('image', 'spearman', 0.71, { least: 0.7 }),
    figure('image', 'error', 7.25, { most: 8 }),
    figure('image', 'bandAgreement', 0.82, { least: 0.8 }),
    figure('image', 'repeatDeviation', null, { most: 4 }),
    figure('redTeam', 'attackSuccess', 0.0196, { most: 0.03 }),
    figure('redTeam', 'attackSuccessLow', 0.0077),
    figure('redTeam', 'attackSuccessHigh', 0.0493),
    figure('redTeam', 'falseCaps', 0.0049, { most: 0.02 }),
    figure('redTeam', 'twinLosses', 0.0098, { most: 0.02 }),
    figure('redTeamHeldOut', 'attackSuccess', 0.0208, { most: 0.03 }),
    figure('redTeamHeldOut', 'attackSuccessLow', 0.0057),
    figure('redTeamHeldOut', 'attackSuccessHigh', 0.0729),
    figure('redTeamHeldOut', 'falseCaps', 0, { most: 0.02 }),
    figure('redTeamHeldOut', 'twinLosses', 0.0104, { most: 0.02 }),
  ],
  kinds: [],
  calls: 900,
  inputTokens: 1_000_000,
  outputTokens: 90_000,
  cost: null,
  latencyMs: { p50: 1200, p95: 3100 },
}
