import { type Program, type Run, openGroup } from '../platform/cli/command.ts'

/** launchscore score verify, attestation revoke and retry, and reader deploy */
export function addAttestationCommands(program: Program, run: Run): void {
  openGroup(program, 'score', 'scores')
    .command('verify')
    .description('verify a score against its attestation on the chain, and recompute its parts')
    .argument('<score>', 'the id or URL of a score, or the UID of its attestation')
    .option('--attester <address>', 'accept only this attester; the configured one and its predecessors by default')
    .option('--contract <address>', 'accept only this attestation contract; the configured one by default')
    .action((score, options) =>
      run({
        needsData: !score.includes('://'),
        inService: async (deps) => (await import('./verify-score.ts')).verifyScoreCommand(deps, score, options),
      }),
    )
  const attestation = openGroup(program, 'attestation', 'attestations')
  attestation
    .command('revoke')
    .description('revoke an attestation on the chain')
    .argument('<id>', 'the id of a score, or the UID of its attestation')
    .requiredOption('--reason <text>', 'published with the revocation; one line of at most 500 characters')
    .action((id, options) =>
      run({
        inService: async (deps, signal) =>
          (await import('./revoke-attestation.ts')).revokeAttestationCommand(deps, id, options, signal),
      }),
    )
  openGroup(program, 'reader', 'the contract that reads scores')
    .command('deploy')
    .description('deploy the contract that lets other contracts read scores; this costs gas')
    .option('--chain <id>', 'the chain of the attestations, which is CHAIN_ID')
    .option('--indexer <address>', 'EAS’s Indexer, or none; the known one of the chain by default')
    .action((options) =>
      run({
        inService: async (deps, signal) =>
          (await import('./deploy-reader.ts')).deployReaderCommand(deps, options, signal),
      }),
    )
  attestation
    .command('retry')
    .description('retry an attestation whose transaction reverted; this costs gas again')
    .argument('<score>', 'the id of a score')
    .action((id) =>
      run({
        inService: async (deps) => (await import('./revoke-attestation.ts')).retryAttestationCommand(deps, id),
      }),
    )
}
