-- oldest release: 1.0.0

-- An enrollment is the creator's signature for the submission, also one from before the column (D104).
update submissions set creator_proof = 'signature' where signed_at is not null and creator_proof = 'none';
