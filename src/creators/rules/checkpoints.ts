/** A block that was read, by which a reorganisation shows. */
export interface Checkpoint {
  block: bigint
  hash: string
  at: Date
}

/**
 * Adds the newest block to the checkpoints, which are ordered with the newest first, and thins out the older ones: the farther
 * back, the farther apart. So a few dozen cover any distance, and a step back re-reads at most about as much again as was
 * replaced.
 */
export function addCheckpoint(checkpoints: readonly Checkpoint[], newest: Checkpoint): Checkpoint[] {
  const kept: Checkpoint[] = [newest]
  const older = checkpoints.filter(({ block }) => block < newest.block)
  for (const [n, one] of older.entries()) {
    const [last, next] = [kept.at(-1), older[n + 1]]
    const distance = newest.block - one.block
    // Left out where its neighbours stay close enough to each other for their distance.
    if (last && next && last.block - next.block <= distance / 2n) continue
    kept.push(one)
  }
  return kept
}
