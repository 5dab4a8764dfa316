import { createHash } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { type Static, Type } from 'typebox'
import { rectifyConfusion } from 'unicode-confusables'
import type { Hex } from 'viem'
import { parseAddress, toChecksumAddress } from '../../contract/address.ts'
import { canonicalJson } from '../../contract/canonical-json.ts'
import { fieldNames, type NormalisedFields, normalisePageFields, type PageFields } from '../../contract/page-fields.ts'
import { ref } from '../../contract/schema.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { LaunchPage, PageDraft, PageEdit, PageHistory, PageMessage } from '../../contract/schemas/launch.ts'
import type { Hold } from '../activity/budgets.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { consumePageEdit } from '../keys/guard.ts'
import { ApiError, badField, badFields } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit, pageQuery, type PageRequest, pageRequest, toPage } from '../platform/http/paging.ts'
import { setEtag, startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { findPayer } from '../scoring/daily-scores.ts'
import { createBadSignatureError, limitChain, type Verified, verifySignature } from '../scoring/verify-signature.ts'
import { keepShown, refuseHidden } from '../scoring/visibility.ts'
import { findLaunch, type Launch } from './enrollment-store.ts'
import { checkIssued, createLaunchNotFoundError, resolveLaunch } from './resolve-launch.ts'
import { setSchedule } from './schedule.ts'
import { type EditRow, findScheduledFor, insertEdit, isSuperseded, listEdits, upsertPage } from './store.ts'

export function editPageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'editPage',
    summary: 'Edit a launch page with a signed message',
    tags: ['launches'],
    params: LaunchId,
    body: ref(PageEdit),
    response: {
      200: response(LaunchPage, 'The edited page'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 451, 500, 502),
    },
  }
  app.patch('/v1/launch/:id/page', { schema }, async (request, reply) => {
    const signal = startDeadline(reply, deps.config.signatureDeadlineMs)
    // The creator has signed the edit, so other callers can't use up a creator's budget.
    const payer = await findPayer(deps, request, 'creator')
    const stored = { stored_bytes: Buffer.byteLength(JSON.stringify(request.body)) } // the history keeps every edit
    let held: Hold | undefined
    const consume = async (creatorAddress: string) => {
      await consumePageEdit(deps, reply, creatorAddress)
      held = await deps.budgets.hold(payer, stored)
    }
    const chain = limitChain(deps, request, reply)
    const edit = { id: request.params.id, body: request.body }
    const page = await editPage({ ...deps, chain }, edit, { signal, consume }).catch((error: unknown) => {
      void held?.settle({})
      throw error
    })
    void held?.settle(stored)
    return page
  })
}

/** Page, history, schedule and event in one transaction (D27). */
async function editPage(
  deps: Deps,
  { id, body }: { id: string; body: Static<typeof PageEdit> },
  { signal, consume }: { signal: AbortSignal; consume: (creatorAddress: string) => Promise<void> },
): Promise<LaunchPage> {
  const { config, db, clock } = deps
  const { signature } = body
  const launch = await findLaunch(db, id)
  const edit = normalisePageEdit(body, { launch, now: clock.now() })
  if (!launch) throw createLaunchNotFoundError()
  refuseHidden(launch.hiddenReason)
  // Checked before the signature, so that other wallets can't trigger requests to the node.
  if (edit.creatorAddress !== launch.creatorAddress)
    throw new ApiError('conflict', 'This launch belongs to another creator. Sign with the wallet that enrolled it.')
  const { message } = buildPageMessage({ ...edit, scoreId: launch.scoreId, ...config, domain: config.enrollmentDomain })
  const verified = await verifySignature(deps.chain, { address: edit.creatorAddress, message, signature }, signal)
  if ('refused' in verified) throw createBadSignatureError(deps, { address: edit.creatorAddress, refusal: verified })
  // Accepted edits are public: a replay must not consume the creator's rate limit.
  if (await isSuperseded(db, launch.enrollmentId, edit.issuedAt)) throw createSupersededError()
  await consume(edit.creatorAddress)
  return db.transaction().execute((tx) => applyEdit(deps, tx, { launch, ...edit, message, signature, verified }))
}

interface AcceptedEdit extends NormalisedFields {
  launch: Launch
  issuedAt: Date
  message: string
  signature: Hex
  verified: Verified
}

async function applyEdit(deps: Deps, tx: Tx, edit: AcceptedEdit): Promise<LaunchPage> {
  const { launch, fields, ctaUrl, scheduledFor, issuedAt } = edit
  const { enrollmentId, scoreId } = launch
  const now = deps.clock.now()
  await keepShown(tx, launch.submissionId)
  // locks the page: concurrent edits wait here, and an older one changes nothing
  const page = await upsertPage(tx, {
    enrollmentId,
    fields: ctaUrl === undefined ? fields : { ...fields, ctaUrl }, // the history keeps the URL as it was signed
    issuedAt,
    updatedAt: now,
  })
  if (!page) throw createSupersededError()
  if (scheduledFor !== undefined) {
    if (scheduledFor && scheduledFor <= now) await checkUnchanged(tx, enrollmentId, scheduledFor)
    await setSchedule(deps, tx, { enrollmentId, scoreId, scheduledFor, now })
  }
  await insertEdit(tx, { id: deps.random.uuid(), enrollmentId, ...edit, editedAt: now })
  return toPageResponse({ ...page, scheduledFor: await findScheduledFor(tx, enrollmentId) })
}

/** Only the current launch time may lie in the past (D72), checked again under the lock. */
async function checkUnchanged(tx: Tx, enrollmentId: string, scheduledFor: Date): Promise<void> {
  const present = await findScheduledFor(tx, enrollmentId)
  if (present?.getTime() !== scheduledFor.getTime()) throw badField('scheduledFor', 'must be in the future')
}

const createSupersededError = () =>
  new ApiError(
    'conflict',
    'An edit with this `issuedAt` or a later one has already been accepted. Sign again with a new `issuedAt`.',
  )

export function getPageMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getPageMessage',
    summary: 'Fetch the text to sign for an edit of a launch page',
    tags: ['launches'],
    params: LaunchId,
    body: ref(PageDraft),
    response: { 200: response(PageMessage, 'The text to sign'), ...errorResponses(400, 404, 413, 415, 451, 500) },
  }
  app.post('/v1/launch/:id/page/message', { schema }, (request) =>
    getPageMessage(deps, request.params.id, request.body),
  )
}

async function getPageMessage({ config, reads, clock }: Deps, id: string, draft: Static<typeof PageDraft>) {
  const launch = await findLaunch(reads, id)
  const edit = normalisePageEdit(draft, { launch, now: clock.now() })
  if (!launch) throw createLaunchNotFoundError()
  refuseHidden(launch.hiddenReason)
  return {
    ...buildPageMessage({ ...edit, scoreId: launch.scoreId, ...config, domain: config.enrollmentDomain }),
    fields: edit.fields,
  }
}

export function listPageEditsRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'listPageEdits',
    summary: 'List the signed edits of a launch page',
    tags: ['launches'],
    params: LaunchId,
    querystring: Type.Object(pageQuery),
    response: { 200: response(PageHistory, 'Newest first'), 304: unchanged, ...errorResponses(400, 404, 451, 500) },
  }
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/v1/launch/:id/page/history', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'no-cache')
    return listPageEdits(reads, request.params.id, pageRequest(request.query))
  })
}

/** Throws `not_found` and `hidden`. */
export async function listPageEdits(db: Deps['reads'], id: string, request: PageRequest): Promise<PageHistory> {
  const { enrollmentId, creatorAddress } = await resolveLaunch(db, id)
  const rows = await listEdits(db, enrollmentId, request)
  const { page, nextCursor } = toPage(rows, request.limit, (row) => ({ at: row.issuedAt, id: row.id }))
  return { edits: page.map((row) => toEditResponse(row, creatorAddress)), limit: request.limit, nextCursor }
}

const toEditResponse = (row: EditRow, creatorAddress: string): PageHistory['edits'][number] => ({
  fields: row.fields,
  issuedAt: row.issuedAt.toISOString(),
  editedAt: row.editedAt.toISOString(),
  creatorAddress: toChecksumAddress(creatorAddress),
  message: row.message,
  signature: `0x${row.signature.toString('hex')}`,
  verified: { by: row.by, chainId: numberOrNull(row.chainId), block: numberOrNull(row.block) },
})

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))

export interface SignedFields {
  serviceName: string
  scoreId: string
  creatorAddress: string
  fields: PageFields
  issuedAt: Date
  domain: string
}

/** Seven lines; the fields are hashed (D27). */
export function buildPageMessage(edit: SignedFields): { message: string; digest: string } {
  const { serviceName, scoreId, creatorAddress, fields, issuedAt, domain } = edit
  const digest = `0x${createHash('sha256').update(canonicalJson(fields)).digest('hex')}`
  const lines = [
    `${serviceName} Page Edit`,
    `Score: ${scoreId.toLowerCase()}`,
    `Creator: ${toChecksumAddress(creatorAddress)}`,
    `Fields: ${fieldNames.filter((name) => name in fields).join(',')}`,
    `Digest: ${digest}`,
    `Issued: ${issuedAt.toISOString()}`,
    `Domain: ${domain}`,
  ]
  return { message: lines.join('\n'), digest }
}

interface NormalisedEdit extends NormalisedFields {
  /** Lower case. */
  creatorAddress: string
  issuedAt: Date
}

interface Context {
  launch: { scheduledFor: Date | null } | undefined
  now: Date
}

type EditInput = PageFields & { creatorAddress: string; issuedAt: string }

/** Throws one `bad_request` that names every invalid field (D7, D8, D27). */
function normalisePageEdit(given: EditInput, { launch, now }: Context): NormalisedEdit {
  const fields = normalisePageFields(given, { now, scheduledFor: launch?.scheduledFor ?? null })
  const address = parseAddress(given.creatorAddress)
  const issued = checkIssued(given.issuedAt, now)
  if ('fields' in fields && 'address' in address && 'issuedAt' in issued)
    return { ...fields, creatorAddress: address.address, ...issued }
  throw badFields([
    ...('details' in fields ? fields.details : []),
    ...('fault' in address ? [{ path: 'creatorAddress', message: address.fault }] : []),
    ...('fault' in issued ? [{ path: 'issuedAt', message: issued.fault }] : []),
  ])
}

interface PageRow {
  tagline: string | null
  description: string | null
  ctaLabel: string | null
  ctaUrl: string | null
  updatedAt: Date | null
  scheduledFor: Date | null
}

export const toPageResponse = (page: PageRow): LaunchPage => ({
  tagline: page.tagline,
  description: page.description,
  ctaLabel: page.ctaLabel,
  ctaUrl: page.ctaUrl,
  ctaUrlUnicode: page.ctaUrl && toUnicodeUrl(page.ctaUrl),
  scheduledFor: page.scheduledFor?.toISOString() ?? null,
  updatedAt: page.updatedAt?.toISOString() ?? null,
})

/** Null if it is the same, or if a reader could confuse it with another URL (D71). */
export function toUnicodeUrl(ascii: string): string | null {
  const url = URL.parse(ascii)
  if (!url) return null
  const host = domainToUnicode(url.hostname)
  const rest = ascii.slice(ascii.toLowerCase().indexOf(url.hostname) + url.hostname.length)
  const unicode = `https://${host}${decodeLetters(rest)}`
  if (unicode.toLowerCase() === ascii.toLowerCase()) return null
  const words = [...host.split('.'), ...(decodeLetters(rest).match(/[\p{L}\p{M}]+/gu) ?? [])]
  return words.some(isConfusable) ? null : unicode
}

/** Other characters stay encoded. */
const decodeLetters = (text: string): string =>
  text.replace(/(?:%[C-F][0-9A-F](?:%[89AB][0-9A-F]){1,3})+/gi, (encoded) => {
    try {
      const letters = decodeURIComponent(encoded)
      return /^[\p{L}\p{M}\p{N}]+$/u.test(letters) && letters === letters.normalize('NFC') ? letters : encoded
    } catch {
      return encoded // not UTF-8
    }
  })

/** A word of several scripts, of look-alikes only, or with a Latin letter that looks like another. */
function isConfusable(word: string): boolean {
  const letters = Array.from(word).filter((letter) => /\p{L}/u.test(letter))
  const others = letters.filter((letter) => !isLatin(letter))
  if (letters.some((letter) => isLatin(letter) && isLookalike(letter) && !isAccented(letter))) return true
  if (others.length === 0) return false
  if (others.every(isCjk)) return false
  return others.length < letters.length || !hasOneScript(others) || others.every(isLookalike)
}

const isLatin = (letter: string): boolean => /\p{Script=Latin}/u.test(letter)

/** Han, kana and Hangul occur with Latin letters and look like none of them. */
const isCjk = (letter: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc]/u.test(letter)

const isLookalike = (letter: string): boolean => !/[a-z]/i.test(letter) && /^[a-z]+$/i.test(rectifyConfusion(letter))

/** A letter of ASCII with an accent. */
const isAccented = (letter: string): boolean => /^[a-z]\p{M}+$/iu.test(letter.normalize('NFD'))

const hasOneScript = (letters: string[]): boolean =>
  scripts.some((script) => letters.every((letter) => script.test(letter)))

const scripts = [
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Ethiopic',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))
