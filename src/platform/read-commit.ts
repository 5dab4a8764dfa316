import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The commit that `root` holds: what a file COMMIT says there, else what git has checked out; null: neither is there. */
export const readCommit = (root: string): string | null => commitIn(join(root, 'COMMIT')) ?? checkedOut(root)

function checkedOut(root: string): string | null {
  const folder = gitFolder(root)
  const head = folder && read(join(folder, 'HEAD'))
  if (!head) return null
  const [, branch] = /^ref: (.+)$/.exec(head) ?? []
  if (!branch) return isCommit(head) ? head : null
  // a worktree keeps its HEAD beside it, and its branches where the repository does
  const common = read(join(folder, 'commondir'))
  const refs = common ? resolve(folder, common) : folder
  return commitIn(join(refs, branch)) ?? packedCommit(join(refs, 'packed-refs'), branch)
}

function gitFolder(root: string): string | null {
  const dotGit = join(root, '.git')
  if (statSync(dotGit, { throwIfNoEntry: false })?.isDirectory()) return dotGit
  const [, folder] = /^gitdir: (.+)$/.exec(read(dotGit) ?? '') ?? []
  return folder ? resolve(root, folder) : null
}

function packedCommit(file: string, branch: string): string | null {
  const line = read(file)
    ?.split('\n')
    .find((one) => one.endsWith(` ${branch}`))
  const [commit = ''] = line?.split(' ') ?? []
  return isCommit(commit) ? commit : null
}

function commitIn(file: string): string | null {
  const text = read(file)
  return text && isCommit(text) ? text : null
}

const isCommit = (text: string) => /^[0-9a-f]{7,64}$/.test(text)

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
