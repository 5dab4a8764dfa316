import type { Hex } from 'viem'
import type { Static } from 'typebox'
import type { Hold } from '../activity/budgets/budgets.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { setSchedule } from '../enrollment/set-schedule.ts'
import { limitChain } from '../scoring/wallets/limit-chain.ts'
import { type Verified, createBadSignatureError, verifySignature } from '../scoring/wallets/verify-signature.ts'
import { consumePageEdit } from '../keys/consume.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { startDeadline } from '../platform/http/responses.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { ref } from '../../contract/schema.ts'
import { findPayer } from '../scoring/admission/payer.ts'
import { keepShown, refuseHidden } from '../scoring/takedown/refuse-hidden.ts'
import { toPageResponse } from './page-response.ts'
import { createLaunchNotFoundError } from '../enrollment/resolve-launch.ts'
import { normalisePageEdit } from './normalise-page-edit.ts'
import type { NormalisedFields } from '../../contract/page-fields.ts'
import { buildPageMessage } from './page-message.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { LaunchPage, PageEdit } from '../../contract/schemas/launch.ts'
import { type Launch, findLaunch } from '../enrollment/store.ts'
import { findScheduledFor, insertEdit, isSuperseded, upsertPage } from './store.ts'

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
