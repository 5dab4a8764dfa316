/** Otherwise `work` continues, and its outcome is ignored. */
export async function succeedsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  const done = work.then(
    () => true,
    () => false,
  )
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer))
}
