import { Type } from 'typebox'
import type { ReminderProps } from '../../../contract/props/launch.ts'
import type { Deps } from '../../deps.ts'
import {
  confirmLinkedReminder,
  findLinkedReminder,
  type LinkedReminder,
  requestReminder,
  stopLinkedReminder,
} from '../../notifications/reminders.ts'
import { badField } from '../../platform/errors.ts'
import { addScope, type App } from '../../platform/http/app.ts'
import { getPageId, IdParam, type SiteRenderer } from '../load-site.ts'

const Query = Type.Object({ token: Type.String({ maxLength: 400 }) })

type Reply = Parameters<SiteRenderer['send']>[0]

function sendPage(site: SiteRenderer, reply: Reply, props: ReminderProps) {
  reply.header('cache-control', 'no-store')
  const status = props.step === 'over' ? 404 : 200
  return site.send(reply, { name: 'reminder', props, path: `/reminders/${props.step}`, status })
}

/** The links of mails. Mail programs open links by themselves, so only a POST changes anything. */
export function reminderPageRoutes(app: App, deps: Deps, site: SiteRenderer): void {
  void addScope(app, 'reminders', (scope) => {
    acceptForms(scope)
    const schema = { hide: true, querystring: Query }
    scope.get('/reminders/confirm', { schema }, async ({ query: { token } }, reply) => {
      const found = await findLinkedReminder(deps, 'confirm', token)
      return sendPage(site, reply, toProps(found?.isConfirmed ? 'confirmed' : 'confirm', found, token))
    })
    scope.post('/reminders/confirm', { schema }, async ({ query: { token } }, reply) =>
      sendPage(site, reply, toProps('confirmed', await confirmLinkedReminder(deps, token), token)),
    )
    scope.get('/reminders/stop', { schema }, async ({ query: { token } }, reply) =>
      sendPage(site, reply, toProps('stop', await findLinkedReminder(deps, 'stop', token), token)),
    )
    scope.post('/reminders/stop', { schema }, async ({ query: { token } }, reply) => {
      const found = await stopLinkedReminder(deps, token)
      return sendPage(site, reply, found ? toProps('stopped', found, token) : { step: 'stopped', launch: null, token })
    })
    scope.post('/launch/:id/reminders', { schema: { hide: true, params: IdParam } }, async (request, reply) => {
      const email = readForm(request.body).get('email')?.trim() ?? ''
      if (email === '') throw badField('email', 'is required')
      const id = getPageId(request.params.id, 'launch')
      const { enrollmentId } = await requestReminder(deps, request, { id, email })
      return sendPage(site, reply, { step: 'asked', launch: { enrollmentId, name: null }, token: '' })
    })
  })
}

const toProps = (step: ReminderProps['step'], found: LinkedReminder | null, token: string): ReminderProps =>
  found ? { step, launch: found, token } : { step: 'over', launch: null, token }

/** Browsers send forms, and mail programs those of RFC 8058. */
function acceptForms(scope: App): void {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data']
  scope.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) => done(null, { form: body }))
}

const readForm = (body: unknown): URLSearchParams =>
  new URLSearchParams((body as { form?: string } | undefined | null)?.form ?? '')
