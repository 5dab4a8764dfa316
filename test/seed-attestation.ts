import type { Deps } from '../src/deps.ts'

const hex = (digits: string, bytes: number) => `0x${digits.repeat(bytes)}` as const

/** A score whose attestation is final. */
export async function seedAttestation({ db, clock, random }: Deps, scoreId: string) {
  const now = clock.now()
  const [jobId, signer, contract] = [random.uuid(), hex('a7', 20), hex('c0', 20)]
  const { submission_id } = await db
    .selectFrom('scores')
    .select('submission_id')
    .where('id', '=', scoreId)
    .executeTakeFirstOrThrow()
  const job = {
    id: jobId,
    kind: 'attest',
    subject: scoreId,
    state: 'final',
    next_attempt_at: now,
    queued_at: now,
  } as const
  const place = { chain_id: '8453', signer, contract, nonce: '7', tx_hash: hex('7a', 32), block_number: '9' }
  const said = { recipient: hex('01', 20), digest: hex('d1', 32), data: hex('da', 32) }
  const included = { uid: hex('1d', 32), schema_id: hex('5c', 32), published_at: now }
  await db
    .insertInto('attestation_jobs')
    .values({ ...job, ...place })
    .execute()
  await db
    .insertInto('attestations')
    .values({ score_id: scoreId, job_id: jobId, submission_id, ...said, ...included })
    .execute()
}
