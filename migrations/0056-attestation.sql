-- A digest that somebody else stamped first: the job ends with that transaction, and uses no nonce of ours.
alter table attestation_jobs drop constraint attestation_jobs_check;
alter table attestation_jobs add constraint attestation_jobs_nonce
  check (nonce is not null or state in ('queued', 'failed') or (kind = 'stamp' and state = 'final'));

-- Such jobs failed before: they are tried once more, and find the transaction.
update attestation_jobs
set state = 'queued', error = null, next_attempt_at = now(), tx_hash = null, block_number = null, block_hash = null,
  gas_used = null, missing_since = null, sent_since = null, chain_id = null, signer = null, contract = null, nonce = null
where kind = 'stamp' and state = 'failed' and error in ('AlreadyTimestamped', 'reverted');
