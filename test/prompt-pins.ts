import type { ReleasedFiles } from '../src/signals/judge/versions.ts'

/** The hashes of a prompt version as they are written down. */
interface Pin {
  /** A frozen version never changes: a change is a new version, and a changed rule a new module beside the old one (D18, D74). */
  isFrozen: boolean
  /** Of the whole version, as the service publishes it. */
  sha256: string
  /** Of each file and each rule source. */
  files: Record<string, string>
}

export type Pins = Record<string, Pin>

export const pinOf = ({ sha256, files, modules }: ReleasedFiles): Omit<Pin, 'isFrozen'> => ({
  sha256,
  files: Object.fromEntries([...files, ...modules].map((file) => [file.name, file.sha256])),
})
