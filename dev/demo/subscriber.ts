import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../../src/platform/env.ts'
import type { WebhookSubscription } from '../../contract/schemas/webhook.ts'
import type { Ask } from './ask.ts'
import { cell, print, printStep, printText } from './layout.ts'
import { runTool } from './run-tool.ts'
import type { Arrived, Receiver } from '../stand-ins/receiver.ts'
import type { World } from '../world/world.ts'

/** Somebody who is told what happens. */
export interface Subscriber {
  /** Shows the next deliveries, so many of them, as they arrive. */
  show: (count: number) => Promise<void>
  unsubscribe: () => Promise<void>
}

interface Stage extends Pick<World, 'subscriber'> {
  /** Of the service. */
  environment: Environment
  step: number
}

/** Subscribes to all events with a key made for it; from then on shows deliveries, each with what its signature is worth. */
export async function subscribe(ask: Ask, { subscriber, environment, step }: Stage): Promise<Subscriber> {
  printStep(step, 'A subscriber receives all events')
  if (environment.DATABASE_URL && !environment.ENCRYPTION_KEY) {
    printText('There is no ENCRYPTION_KEY to encrypt the subscriber’s secret, so this step is skipped.')
    return { show: async () => {}, unsubscribe: async () => {} }
  }
  const issue = ['keys', 'issue', '--tier', 'pro', '--label', 'Subscriber', '--owner', 'demo', '--json']
  const { key } = JSON.parse(await runTool(issue, environment)) as { key: string }
  const holder = ask.as(key)
  const { url: endpoint, secret } = subscriber
  const subscription = await holder.post<WebhookSubscription>('/v1/webhooks', { endpoint, events: ['*'], secret })
  print('POST /v1/webhooks')
  for (const [name, value] of Object.entries(subscription)) print(`  ${cell(name, 16)}${formatValue(value)}`)
  print()
  print('POST /v1/webhooks/:id/test')
  const show = showFrom(subscriber)
  await holder.post(`/v1/webhooks/${subscription.id}/test`)
  await show(1)
  print()
  printText('It verifies every delivery with its secret, which no response of the service contains.')
  return { show, unsubscribe: () => holder.remove(`/v1/webhooks/${subscription.id}`) }
}

function formatValue(value: unknown): string {
  if (value === null) return 'none'
  if (Array.isArray(value)) return value.join(', ') || 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const maxMs = 15_000

function showFrom(receiver: Receiver): Subscriber['show'] {
  let shown = 0
  return async (count) => {
    const last = shown + count
    const late = new AbortController()
    await Promise.race([receiver.until(last), pause(maxMs, undefined, { signal: late.signal }).catch(() => {})])
    late.abort()
    const arrived = receiver.arrived.slice(shown, last)
    shown += arrived.length
    for (const one of arrived) printDelivery(one)
    if (shown < last) print('  webhook   on its way')
  }
}

function printDelivery({ event, deliveryId, verdict }: Arrived): void {
  print(`  ${cell('webhook', 10)}${cell(event, 23)}${deliveryId}  signature ${verdict}`)
}
