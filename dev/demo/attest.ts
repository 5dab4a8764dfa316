import { setTimeout as pause } from 'node:timers/promises'
import type { Attestation, PendingAttestation, ScoreReceipt } from '../../contract/schemas/attestation.ts'
import type { Environment } from '../../src/platform/env.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import type { Ask } from './ask.ts'
import { cell, print, printStep, printText } from './layout.ts'
import { runTool } from './run-tool.ts'
import type { Subscriber } from './subscriber.ts'

interface Stage {
  score: ScoreResult
  /** Of the service. */
  environment: Environment
  isChainStandIn: boolean
  subscriber: Subscriber
  step: number
}

/** Publishes a score on the chain and verifies it with the command-line tool, as anybody would. */
export async function attest(ask: Ask, { score, environment, isChainStandIn, subscriber, step }: Stage): Promise<void> {
  printStep(step, `Attest ${score.submission.name} on the chain`)
  if (!isChainStandIn) return printText('There is no local chain, so this step is skipped.')
  const response = await ask.post<Attestation | PendingAttestation>(`/v1/score/${score.id}/publish`)
  printFields('POST /v1/score/:id/publish', response)
  const isPublished = response.status !== 'pending' || (await showAttestation(ask, score.id))
  if (isPublished) await subscriber.show(1)
  print()
  if (!isPublished) return printText('The attestation is on its way; the service completes it by itself.')
  const { signature } = await ask.get<ScoreReceipt>(`/v1/score/${score.id}/receipt`)
  printText(`Publishing again returns the same attestation. A receipt costs no gas: ${signature?.slice(0, 20)}…`)
  print()
  await verify(score.id, environment)
}

/** On a slow machine the response comes before the transaction is in a block. False: it is not there after a minute. */
async function showAttestation(ask: Ask, scoreId: string): Promise<boolean> {
  for (let tries = 0; tries < 60; tries += 1) {
    const attestation = await ask.get<Attestation | PendingAttestation>(`/v1/score/${scoreId}/attestation`)
    if (attestation.status !== 'pending') {
      printFields('GET /v1/score/:id/attestation', attestation)
      return true
    }
    await pause(1_000)
  }
  return false
}

function printFields(request: string, response: object): void {
  print(request)
  for (const [name, value] of Object.entries(response)) if (value !== null) print(`  ${cell(name, 16)}${value}`)
}

interface Verdict {
  verified: boolean
  checks: { name: string; kind: string; outcome: string; text: string }[]
}

async function verify(scoreId: string, environment: Environment): Promise<void> {
  print(`launchscore score verify ${scoreId}`)
  const { verified, checks } = JSON.parse(await runTool(['score', 'verify', scoreId, '--json'], environment)) as Verdict
  for (const { name, kind, outcome, text } of checks)
    printText(text, `  ${cell(outcome, 8)}${cell(kind, 7)}${cell(name, 13)}`)
  if (!verified) throw new Error('the attestation could not be verified')
}
