import type { Static } from 'typebox'
import type { Deps, Tx } from '../deps.ts'
import { setSchedule } from '../enrollment/schedule-launch.ts'
import { type Verified, badSignature, verifySignature } from '../enrollment/verify-signature.ts'
import { type SpendDeps, spendPageEdit } from '../keys/spend.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { deadlineOf } from '../platform/http-answers.ts'
import { answer, errorAnswers, ref } from '../platform/schema.ts'
import { answeredPage } from './answered-page.ts'
import { knownLaunch } from './known-launch.ts'
import { normalisePageEdit } from './normalise-page-edit.ts'
import type { PageFields } from './page-fields.ts'
import { pageMessage } from './page-message.ts'
import { LaunchId, LaunchPage, PageEdit } from './schemas.ts'
import { type Launch, findScheduledFor, insertEdit, isSuperseded, upsertPage } from './store.ts'

type EditDeps = SpendDeps & Pick<Deps, 'config' | 'db' | 'chain' | 'clock' | 'random'>

/** PATCH /v1/launch/:id/page: an edit that the launch's creator has signed. */
export function editPageRoute(app: App, deps: EditDeps) {
  const schema = {
    operationId: 'editPage',
    summary: 'Edit a launch page by a signed message',
    tags: ['launches'],
    params: LaunchId,
    body: ref(PageEdit),
    response: {
      200: answer(LaunchPage, 'The page with the edit in it'),
      ...errorAnswers(400, 401, 404, 409, 413, 415, 500, 502),
    },
  }
  app.patch('/v1/launch/:id/page', { schema }, async (request, reply) => {
    const signal = deadlineOf(reply, deps.config.signatureDeadlineMs)
    const spend = async (creatorAddress: string) => spendPageEdit(deps, reply, creatorAddress)
    return editPage(deps, { id: request.params.id, body: request.body }, { signal, spend })
  })
}

/** Applies a signed edit once: the page, its history, the schedule and the event together, or nothing (D27). */
export async function editPage(
  deps: EditDeps,
  { id, body }: { id: string; body: Static<typeof PageEdit> },
  { signal, spend }: { signal: AbortSignal; spend: (creatorAddress: string) => Promise<void> },
): Promise<LaunchPage> {
  const { config, db, clock } = deps
  const { signature } = body
  const edit = normalisePageEdit(body, clock.now())
  const launch = await knownLaunch(db, id)
  const { message } = pageMessage({ ...edit, scoreId: launch.scoreId, ...config, domain: config.enrollmentDomain })
  const verified = await verifySignature(deps, { address: edit.creatorAddress, message, signature }, signal)
  if (verified === 'bad') throw badSignature(deps)
  if (edit.creatorAddress !== launch.creatorAddress)
    throw new ApiError('conflict', 'This launch belongs to another creator. Sign with the wallet that enrolled it.')
  // an accepted edit is public: whoever sends it again must not spend the creator's budget
  if (await isSuperseded(db, launch.enrollmentId, edit.issuedAt)) throw superseded()
  await spend(edit.creatorAddress)
  return db.transaction().execute((tx) => applyEdit(deps, tx, { launch, ...edit, message, signature, verified }))
}

interface AcceptedEdit {
  launch: Launch
  fields: PageFields
  issuedAt: Date
  message: string
  signature: `0x${string}`
  verified: Verified
}

async function applyEdit(deps: EditDeps, tx: Tx, edit: AcceptedEdit): Promise<LaunchPage> {
  const { launch, fields, issuedAt } = edit
  const { enrollmentId, scoreId } = launch
  const now = deps.clock.now()
  // first, so that edits of one page queue here and an older one changes nothing
  const page = await upsertPage(tx, { enrollmentId, fields, issuedAt, updatedAt: now })
  if (!page) throw superseded()
  if (fields.scheduledFor !== undefined) {
    const scheduledFor = fields.scheduledFor === null ? null : new Date(fields.scheduledFor)
    await setSchedule(deps, tx, { enrollmentId, scoreId, scheduledFor, now })
  }
  await insertEdit(tx, { id: deps.random.uuid(), enrollmentId, ...edit, editedAt: now })
  return answeredPage({ ...page, scheduledFor: await findScheduledFor(tx, enrollmentId) })
}

const superseded = () =>
  new ApiError('conflict', 'An edit issued then or later has been accepted. Sign again with a new `issuedAt`.')
