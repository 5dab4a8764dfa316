import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export interface SmallDisk {
  folder: string
  /** Leaves this much room; what was taken before is given back first. */
  leaveBytes: (bytes: number) => void
}

/** A disk of its own, gone after the test; null, and the test is skipped, where this account may mount none. */
export function mountSmallDisk(t: TestContext, mebibytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    t.skip('this account may mount no disk')
    return null
  }
  t.after(() => {
    execFileSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  })
  const ballast = join(folder, 'ballast')
  const leaveBytes = (bytes: number) => {
    rmSync(ballast, { force: true })
    const { bavail, bsize } = statfsSync(folder)
    const taken = bavail * bsize - bytes
    if (taken > 0) fill(ballast, taken)
  }
  return { folder, leaveBytes }
}

/** Writes as many bytes as there is room for: the service may take some meanwhile. */
function fill(file: string, bytes: number): void {
  try {
    writeFileSync(file, Buffer.alloc(bytes))
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
  }
}
