// `npm run contracts`: compiles contracts/ and writes the interface and the code of the reader, which `launchscore reader deploy`
// deploys.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import solc from 'solc'

export interface Artifact {
  abi: Abi
  bytecode: Hex
}

const folder = join(import.meta.dirname, '../../contracts')

/** Without the hash of the metadata, so that a changed comment doesn't change the code. */
const settings = {
  evmVersion: 'shanghai', // runs on every chain that the service knows
  optimizer: { enabled: true, runs: 10_000 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

interface Output {
  errors?: { formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

/** The contracts of some files of contracts/ by their names. A warning is an error. */
export function compileContracts(files: string[]): Record<string, Artifact> {
  const sources = Object.fromEntries(files.map((file) => [file, { content: readSource(file) }]))
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output = JSON.parse(solc.compile(input, { import: (file) => ({ contents: readSource(file) }) })) as Output
  if (output.errors) throw new Error(output.errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return Object.fromEntries(
    Object.values(output.contracts)
      .flatMap((contracts) => Object.entries(contracts))
      .map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]),
  )
}

const readSource = (file: string) => readFileSync(join(folder, file), 'utf8')

if (import.meta.main) {
  const { LaunchscoreReader } = compileContracts(['LaunchscoreReader.sol'])
  writeFileSync(join(folder, 'LaunchscoreReader.json'), `${JSON.stringify(LaunchscoreReader, null, 2)}\n`)
}
