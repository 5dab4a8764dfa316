import type { Attestation, PendingAttestation, ScoreReceipt } from '../src/attestation/schemas.ts'
import type { Environment } from '../src/platform/env.ts'
import type { ScoreResult } from '../src/scoring/schemas.ts'
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
  printStep(step, `${score.submission.name} goes onto the chain`)
  if (!isChainStandIn) return printText('There is no local chain, so this step is left out.')
  const answer = await ask.post<Attestation | PendingAttestation>(`/v1/score/${score.id}/publish`)
  printFields('POST /v1/score/:id/publish', answer)
  if (answer.status !== 'pending') await subscriber.show(1)
  print()
  if (answer.status === 'pending') return printText('It is on its way: the service goes on by itself.')
  const { signature } = await ask.get<ScoreReceipt>(`/v1/score/${score.id}/receipt`)
  printText(`Publishing again gives the same attestation. A receipt costs no gas at all: ${signature.slice(0, 20)}…`)
  print()
  await verify(score.id, environment)
}

function printFields(request: string, answer: object): void {
  print(request)
  for (const [name, value] of Object.entries(answer)) if (value !== null) print(`  ${cell(name, 16)}${value}`)
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
