import type { components } from './api.ts'
import type { FactEffects } from './rules.ts'
import type { ApiDocument } from './pages/docs/document.ts'

type Shapes = components['schemas']

export type ScoreResult = Shapes['ScoreResult']
export type SearchResult = Shapes['SearchResult']
export type Reading = Shapes['Reading']
export type SignalName = Shapes['SignalName']
export type Band = Shapes['Band']
export type WarningCode = Shapes['WarningCode']
export type ScoreWarning = Shapes['ScoreWarning']
export type CreatorProfile = Shapes['CreatorProfile']
export type Attestation = Shapes['Attestation']
export type PendingAttestation = Shapes['PendingAttestation']
export type Enrollment = Shapes['Enrollment']
export type LaunchPage = Shapes['LaunchPage']
/** `LaunchOutcome` has the token. */
export type LaunchSummary = Omit<Shapes['LaunchSummary'], 'token'>
export type SignedEdit = Shapes['SignedEdit']
export type TokenBinding = Shapes['TokenBinding']
export type Leaderboards = Shapes['Leaderboards']
export type BoardEntry = Shapes['BoardEntry']
export type LaunchList = Shapes['LaunchList']
export type LaunchItem = Shapes['LaunchItem']
export type AdminStats = Shapes['AdminStats']
export type AdminAnalytics = Shapes['AdminAnalytics']
export type ActivityWindow = Shapes['ActivityWindow']
export type AdminScores = Shapes['AdminScores']
export type AdminEnrollments = Shapes['AdminEnrollments']
export type AdminKeys = Shapes['AdminKeys']
export type AdminStatus = Shapes['AdminStatus']
export type AdminTakedowns = Shapes['AdminTakedowns']
export type Takedown = Shapes['Takedown']
export type AdminHours = Shapes['AdminHours']
export type AdminBudgets = Shapes['AdminBudgets']
export type Appeal = Shapes['Appeal']
export type AdminAppeal = Shapes['AdminAppeal']
export type AdminAppeals = Shapes['AdminAppeals']
export type AdminIncident = Shapes['AdminIncident']
export type AdminIncidents = Shapes['AdminIncidents']
export type FailingWebhooks = Shapes['FailingWebhooks']
export type LimitedCallerList = Shapes['LimitedCallerList']
export type KeyHolder = Shapes['KeyHolder']
export type OwnScores = Shapes['OwnScores']
export type WebhookSubscription = Shapes['WebhookSubscription']
export type WebhookSubscriptions = Shapes['WebhookSubscriptions']
export type Delivery = Shapes['Delivery']
export type DeliveryWithBody = Shapes['DeliveryWithBody']
export type Deliveries = Shapes['Deliveries']

/** The languages of the pages. */
export type Language = 'en' | 'es' | 'zh'

/** The facts about the deployment and the reader that every page has. */
export interface Site {
  /** SERVICE_NAME. */
  name: string
  /** PUBLIC_URL, without a slash at its end. */
  url: string
  /** Of the page that is shown. */
  path: string
  /** The choices in the query of the page, without the language. */
  query: string
  /** CONTACT_URL. */
  contactUrl: string | null
  /** The credit that the licence of the token-risk data requires; null: the deployment has none of it. */
  credit: string | null
  /** How phone wallets are reached; null: WALLETCONNECT_PROJECT_ID is not set. */
  walletConnect: { projectId: string; relayUrl: string; chainId: number } | null
  /** The reader's: `?lang=` first, then what the browser accepts. */
  language: Language
  /** The reader chose it by `?lang=`, so the page's links keep it. */
  isLanguageChosen: boolean
  /** The reader's choice; null: the system decides. */
  theme: 'light' | 'dark' | null
}

export interface HomeProps {
  /** Signals that this deployment doesn't measure. */
  pending: SignalName[]
  /** Scoring needs an API key, which the form has none of. */
  needsKey: boolean
  /** Whole per cents, of the active prompt version. */
  weights: Record<SignalName, number>
  /** A good score of late; null: there is none yet. */
  example: HomeTicket | null
  /** The newest scores, each launch once. */
  newest: HomeTicket[]
  /** The contract that the form begins with; empty: none. */
  contract: string
  /** The end of the names of wallets that this deployment resolves: `.base.eth`; null: none. */
  nameSuffix: string | null
}

/** A score as the home page lists it. */
export interface HomeTicket {
  scoreId: string
  name: string
  symbol: string
  aggregate: number
  band: Band
  warnings: WarningCode[]
  /** Meme, creator, image, name, social, risk; null: not measured. */
  signals: (number | null)[]
  createdAt: string
}

/** The judge's answers behind a signal: how many, how far apart, and the ratings of the one that its reason is from. */
export interface Judged {
  count: number
  lowest: number
  highest: number
  /** From 0 to 5 by criterion; null: not shown. */
  criteria: Record<string, number> | null
}

/** The effects of a signal's facts, by their codes. */
export type SignalEffects = Record<'creator' | 'risk', FactEffects>

/** A score among the comparable launches of the last 7 days. */
export interface Position {
  /** Launches with a lower score. */
  below: number
  size: number
  /** Launches in each of 20 bins of 5 points; null: too few for a picture. */
  bins: number[] | null
}

/** One record of a submission, as the history shows it. */
export type Replay = Pick<ScoreResult, 'id' | 'aggregate' | 'band' | 'confidence' | 'promptVersion' | 'createdAt'> & {
  warnings: WarningCode[]
}

/**
 * The author of a score, the weakest first: anybody; a creator who signed; one whose wallet has the contract; one whose
 * contract is bound.
 */
export type Standing = 'unsigned' | 'signed' | 'deployer' | 'bound'

export interface ScoreProps {
  score: ScoreResult
  standing: Standing
  /** As far as the stored evidence says. */
  effects: SignalEffects
  judged: { meme: Judged | null; image: Judged | null }
  position: Position
  creator: Omit<CreatorProfile, 'launches'> & { criticalCount: number }
  /** The newest records of the submission, the newest first, and the score itself. */
  replays: Replay[]
  /** `?records=more` shows more of them. */
  hasMoreReplays: boolean
  attestation: Attestation | PendingAttestation | null
  /** Null: nobody has signed for it. */
  enrollment: Enrollment | null
  /** Null: nobody has appealed against it. */
  appeal: Appeal | null
  outcome: LaunchOutcome
  /** The chain that attestations of this deployment stand on. */
  chainId: number
  /** Anybody may have it scored again. */
  canRescore: boolean
  /** Publishing is configured here. */
  canPublish: boolean
  /** Web push is configured here. */
  canRemind: boolean
  /** Of the record, as it is attested. */
  digest: string
  now: string
  /** The reader has just had it scored. */
  isFresh: boolean
  /** Earlier submissions by others that it resembles; not those that were taken down since. */
  earlier: EarlierSubmission[]
}

export interface EarlierSubmission {
  resemblance: 'picture' | 'name' | 'similar_name'
  scoreId: string
  name: string
  symbol: string
  isEnrolled: boolean
  createdAt: string
}

export interface CompareProps {
  /** At most four; not all of them are gone. */
  entries: (ComparedScore | GoneScore)[]
  /** Why the page doesn't show all scores that were asked for; null: it does. */
  problem: CompareProblem | null
  /** The text that names none of the entries. */
  typed: string
  now: string
}

export type CompareProblem = 'too-long' | 'unreadable' | 'too-many' | 'hidden' | 'not_found'

export interface ComparedScore {
  id: string
  gone: null
  score: ScoreResult
  standing: Standing
}

/** A score that was taken down, or that never was. */
export interface GoneScore {
  id: string
  gone: 'hidden' | 'not_found'
  /** The service’s own sentence, in English. */
  message: string
}

export interface EnrollProps {
  score: ScoreResult
  /** Null: nobody has signed for it. */
  enrollment: Enrollment | null
  /** The message that its creator's wallet signs. */
  message: string
  now: string
}

/**
 * By the time that its creator gave, live for a day from then and withdrawn when the time was taken back; launched once its
 * token exists.
 */
export type LaunchPhase = 'unscheduled' | 'withdrawn' | 'scheduled' | 'live' | 'passed' | 'launched'

export interface LaunchProps {
  launch: LaunchSummary
  phase: LaunchPhase
  /** The newest first. */
  edits: SignedEdit[]
  hasMoreEdits: boolean
  /** The chain that contracts of this deployment are looked up on. */
  chainId: number
  /** Web push is configured here. */
  canRemind: boolean
  /** The `@name` of a public channel that announces the launches of this deployment; null: there is none. */
  telegramChannel: string | null
  creator: CreatorProfile
  outcome: LaunchOutcome
  /** The creator has just signed, and is told what is left to do. */
  isNew: boolean
  now: string
}

export type Horizon = '24h' | '7d' | '30d' | '90d'
export type Outcome = 'graduated' | 'alive' | 'dead' | 'rugged' | 'unknown'

/** The outcome of a launch. */
export interface LaunchOutcome {
  /** Whether this deployment observes markets. */
  observing: boolean
  /** Whether this deployment can ask the chain who made a token. */
  canBind: boolean
  /** Null: no token is known. */
  binding: TokenBinding | null
  /** Null: the chain doesn't show that it has launched. */
  launched: Launched | null
  /** Null: the token isn't followed. */
  followed: Followed | null
}

/** A launch that has happened. */
export interface Launched {
  /** The time of the block that created the token. */
  at: string
  /** The newest one, or `rugged` if the launch has it at any horizon; null: none is decided. */
  outcome: Outcome | null
}

/** A token that is observed, with its observations and outcomes so far. */
export interface Followed {
  /** Null: no market was seen. */
  tradingSince: string | null
  /** No market was seen in 30 days. */
  isUntraded: boolean
  /** Observations so far, those before trading began too. */
  observationCount: number
  /** Empty before trading began. */
  horizons: HorizonOutcome[]
  graduation: { graduatedAt: string; leastDepth: number } | null
  /** The removal of liquidity that makes it a rug. */
  rug: { from: string; to: string; share: number; txHash: string | null } | null
  /** Since trading began, the oldest first. */
  observations: Observation[]
  corrections: { explanation: string; correctedAt: string }[]
  attribution: string
}

export interface HorizonOutcome {
  horizon: Horizon
  /** Null: not decided yet. */
  outcome: Outcome | null
  cause: string | null
  /** When the launch reaches the horizon. */
  dueAt: string
}

/** A launch of the record, as lists show it. */
export interface RecordedLaunch {
  scoreId: string
  /** Null: it has no launch page. */
  enrollmentId: string | null
  name: string
  symbol: string
  aggregate: number
  band: Band
  warnings: WarningCode[]
  tokenAddress: string
  chainId: number
  /** The time of the block that created the token. */
  createdAt: string
  tradingSince: string | null
  /** No market was seen in 30 days. */
  isUntraded: boolean
  /** Null: it doesn't count. */
  population: 'committed' | 'observed' | null
  /** Null: not decided yet. `dueAt` is null before trading began. */
  outcomes: { horizon: Horizon; outcome: Outcome | null; dueAt: string | null }[]
}

/** One observation of a token. */
export interface Observation {
  seenAt: string
  /** Days since trading began. */
  age: number
  /** US dollars that all holders together could take out; null: unknown. */
  depth: number | null
  /** The chain told the depth, because the provider listed nothing. */
  isByChain: boolean
  state: 'seen' | 'absent' | 'uncounted'
  /** Trades in 24 hours. */
  buys: number | null
  sells: number | null
  removal: { share: number; by: 'insider' | 'venue' | 'other' } | null
  cannotSell: boolean
}

/** The way from a launch to where its call to action leads. */
export interface LeaveProps {
  enrollmentId: string
  score: ScoreResult
  url: string
  /** Null: it is the same, or could mislead. */
  unicodeUrl: string | null
}

/** A score as the rows of lists show it. */
export interface Ticket {
  scoreId: string
  name: string
  symbol: string
  creatorAddress: string
  aggregate: number
  band: Band
  warnings: WarningCode[]
  isPreliminary: boolean
  /** Meme, creator, image, name, social, risk; null: not measured. */
  signals: (number | null)[]
  /** The creator's wallet signed for the launch. */
  isSigned: boolean
  /** Of the launch page; null: there is none. */
  enrollmentId: string | null
  scheduledFor: string | null
  /** Null: the chain doesn't show that it has launched. */
  launchedAt: string | null
  createdAt: string
}

/** A page of a list. */
interface TicketList {
  tickets: Ticket[]
  nextCursor: string | null
  isFirst: boolean
  /** As the address has it; null: the usual number. */
  limit: number | null
  now: string
}

export type ExploreTab = 'new' | 'top' | 'lowest' | 'soon' | 'graduated'
export type LaunchPlan = 'upcoming' | 'past' | 'all'

export type Graduate = Shapes['Graduates']['graduates'][number]

export interface GraduateList {
  entries: Graduate[]
  /** Of all pages. */
  count: number
  /** Launches that have traded. */
  traded: number
  observing: boolean
}

export interface ExploreProps extends TicketList {
  tab: ExploreTab
  /** Null: all. */
  band: Band | 'critical' | null
  /** Null: the tab has no window. */
  window: '24h' | '7d' | 'all' | null
  /** Only scores whose creator signed are shown. */
  isSigned: boolean
  /** Which launches the tab `soon` shows; null on others. */
  when: LaunchPlan | null
  /** Counts from 1. */
  page: number
  /** On the tab `graduated`. */
  graduates?: GraduateList
  /** Signals that this deployment doesn't measure. */
  pending: SignalName[]
}

export interface SearchProps {
  /** Empty: nothing was asked. */
  q: string
  tickets: Ticket[]
  now: string
}

export interface TokenProps {
  contractAddress: string
  /** The score that speaks for the contract; null: nobody has scored it. */
  speaking: Ticket | null
  standing: Standing
  /** Other scores by the same creator. */
  history: Ticket[]
  /** One score of each other creator who named the contract. */
  others: Ticket[]
  chainId: number
  now: string
}

export interface CreatorProps extends TicketList {
  profile: CreatorProfile
  /** Launches with a critical warning among the newest 1,000. */
  criticalCount: number
  /** The newest of the record. */
  recorded: RecordedLaunch[]
  observing: boolean
  chainId: number
}

/** How scores are made by the active version. */
export interface ScoringFacts {
  promptVersion: string
  /** Whole per cents. */
  weights: Record<SignalName, number>
  /** The version of each set of rules, by what it is for. */
  rules: Record<string, string>
  /** The highest possible verdict, whatever the judge says. */
  caps: { copycat: { least: number; most: number }; botBait: number; instruction: number }
  /** A criterion of the judge, with its weight in whole per cents. */
  criteria: { meme: Record<string, number>; image: Record<string, number> }
  /** Signals that this deployment doesn't measure. */
  pending: SignalName[]
}

/** The changes of a version in a file. */
export interface PromptChange {
  file: string
  lines: { kind: 'same' | 'gone' | 'new' | 'cut'; text: string }[]
}

export interface PromptRelease {
  id: string
  /** New scores are made with it. */
  isActive: boolean
  /** Of the names and hashes of all its files. */
  sha256: string
  /** Those of its folder, and the modules of the rules that it names. */
  files: { name: string; sha256: string }[]
  /** The version that it is compared with; null: it is the first. */
  since: string | null
  changes: PromptChange[]
  /** The newest first. */
  activations: { activatedAt: string; reason: string }[]
}

/** The attester of this deployment, and its schema. */
export interface AttesterFacts {
  address: string
  contract: string
  chainId: number
  schemaId: string
  schema: string
}

export interface Incident {
  id: string
  title: string
  impact: 'minor' | 'major'
  openedAt: string
  /** null: it lasts. */
  resolvedAt: string | null
  updates: { kind: 'opened' | 'updated' | 'resolved'; body: string; postedAt: string }[]
}

export interface ApiChange {
  id: string
  /** `2026-11-21` */
  date: string
  title: string
  changes: string[]
}

/** A figure of an evaluation, and the bound that it had to keep. */
export interface EvaluationFigure {
  /** null: too little was measured. Shares run from 0 to 1. */
  value: number | null
  least: number | null
  most: number | null
  isMissed: boolean
}

export type EvaluationMetric = 'spearman' | 'error' | 'bandAgreement' | 'repeatDeviation' | 'bandChanges'

/** One run of the calibration and red-team sets. */
export interface EvaluationFacts {
  id: string
  promptVersion: string
  model: string
  finishedAt: string
  hasPassed: boolean
  /** How many pitches, pictures and attacks the sets have. */
  pitches: number
  pictures: number
  attacks: number
  repeats: number
  figures: { metric: EvaluationMetric; meme: EvaluationFigure; image: EvaluationFigure }[]
  /** `low` and `high` are Wilson's interval at 95 %; null: no attack has a known outcome. */
  attackSuccess: EvaluationFigure & { low: number | null; high: number | null }
  falseCaps: EvaluationFigure
}

/** One day of the anchors. */
export interface AnchorFacts {
  id: string
  finishedAt: string
  mean: number
  /** Points since the first run of the series. */
  shift: number
  bandFlips: number
  isOtherModel: boolean
}

/** The anchors under one prompt version and model, oldest first. */
export interface AnchorSeries {
  promptVersion: string
  model: string
  items: number
  days: AnchorFacts[]
}

/** How the judge was measured; empty lists: it was not. */
export interface AccuracyFacts {
  /** The newest run of each prompt version and model. */
  runs: EvaluationFacts[]
  earlierRuns: EvaluationFacts[]
  series: AnchorSeries[]
  /** A shift by more points is drift. */
  maxShift: number
}

export interface TransparencyProps {
  scoring: ScoringFacts
  accuracy: AccuracyFacts
  releases: PromptRelease[]
  attester: AttesterFacts | null
  /** The addresses that attested before. */
  formerAttesters: string[]
  /** The newest first, as are the changes. */
  incidents: Incident[]
  changelog: ApiChange[]
}

export interface DocsProps {
  document: ApiDocument
}

/** A guide in the list of all guides. */
export interface GuideEntry {
  /** Its address is `/docs/<slug>`. */
  slug: string
  group: string
  title: string
  /** The first paragraph, as text. */
  description: string
}

/** A guide as the build renders it from Markdown. */
export interface Guide extends GuideEntry {
  html: string
  sections: { id: string; title: string; level: number; text: string }[]
  /** Markdown. */
  source: string
}

export interface GuideProps {
  guide: Omit<Guide, 'source'>
  guides: GuideEntry[]
}

export interface GuidesProps {
  /** The query; empty: none. */
  q: string
  guides: GuideEntry[]
  found: FoundSection[]
}

/** A section of a guide that has the words of a search. */
export interface FoundSection {
  slug: string
  id: string
  title: string
  guideTitle: string
  excerpt: string
}

export interface ErrorProps {
  status: number
  /** The next step, in a sentence. */
  message: string
  /** The same page without the query that it can't do anything with. */
  plainPath?: string
}

type Interval = [low: number, high: number] | null

/** The share of the launches of a band that lived on each day; Kaplan and Meier's estimate. */
export interface SurvivalCurve {
  band: Band
  launches: number
  /** Days; null: more than half lived longer than was observed. */
  median: number | null
  points: { day: number; living: number }[]
  /** Launches under observation on the days 0, 7, 30, 60 and 90. */
  atRisk: number[]
}

/** The record, with its lists of a fixed length and its curves, which the document describes loosely. */
export type TrackRecord = Omit<Shapes['TrackRecord'], 'bands' | 'survival'> & {
  bands: (Omit<Shapes['TrackRecord']['bands'][number], 'interval' | 'bounds'> & {
    interval: Interval
    bounds: Interval
  })[]
  survival: SurvivalCurve[] | null
}

/** The page `/track-record`. */
export interface TrackRecordProps {
  record: TrackRecord
  /** The majors of the prompt under which launches were scored. */
  cohorts: { major: number; isActive: boolean }[]
  /** When the first outcome is due; null: one is decided already, or nothing trades. */
  firstDueAt: string | null
  /** The claims as they were fixed; null and empty before. */
  claims: {
    fixedAt: string | null
    digest: string | null
    list: { id: string; claim: string }[]
    /** The same beside every horizon and population. */
    tests: TrackRecord['tests']
  }
  launches: RecordedList
}

/** A page of every launch of the record. */
export interface RecordedList {
  entries: RecordedLaunch[]
  nextCursor: string | null
  isFirst: boolean
  /** The choice; null: none. */
  band: Band | null
  outcome: Outcome | 'open' | null
  population: 'committed' | 'observed' | null
  /** The chosen major of the prompt, which the figures are of; null: the active one. */
  version: number | null
  now: string
}

/** Every page by its name, with what it shows. A new page begins with a line here. */
export interface Pages {
  home: HomeProps
  score: ScoreProps
  compare: CompareProps
  enroll: EnrollProps
  launch: LaunchProps
  leave: LeaveProps
  explore: ExploreProps
  search: SearchProps
  token: TokenProps
  creator: CreatorProps
  transparency: TransparencyProps
  trackRecord: TrackRecordProps
  /** It shows nothing until its token is typed in. */
  admin: object
  /** It shows nothing until a key is pasted. */
  developer: object
  docs: DocsProps
  guide: GuideProps
  guides: GuidesProps
  error: ErrorProps
}

export type { Assets } from './assets.ts'

/** A page as a whole HTML document. */
export type Render = <Name extends keyof Pages>(name: Name, props: Pages[Name], site: Site) => string
