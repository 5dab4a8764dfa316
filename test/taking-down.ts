import assert from 'node:assert/strict'
import { runCommand } from '../src/main/commands.ts'
import { ada } from './enrolling.ts'
import type { TestApp } from './harness.ts'

type Service = Pick<TestApp, 'deps'>

/** Runs a command that must work, and parses what it prints. */
export async function must({ deps }: Service, ...args: string[]) {
  const { status, stdout, stderr } = await runCommand(deps, [...args, '--json'])
  assert.deepEqual([status, stderr], [0, ''])
  return JSON.parse(stdout)
}

export const hideScore = (service: Service, id: string, reason = 'Phishing.') =>
  must(service, 'score', 'hide', id, '--reason', reason)
export const unhideScore = (service: Service, id: string) =>
  must(service, 'score', 'unhide', id, '--reason', 'A mistake.')
export const hideAda = (service: Service) => must(service, 'creator', 'hide', ada.address, '--reason', 'Impostor.')
export const unhideAda = (service: Service) => must(service, 'creator', 'unhide', ada.address, '--reason', 'A mistake.')

/** The settings with which a launch can be published. The chain's node is never asked. */
export const attester = {
  CHAIN_RPC_URL: 'http://127.0.0.1:1',
  ATTESTATION_CONTRACT: '0x4200000000000000000000000000000000000021',
  ATTESTER_KEY: `0x${'1'.repeat(64)}`,
}
