import type { PromptChange, PromptRelease } from '../../../contract/props/transparency.ts'
import { type FilePair, listChangedPairs } from '../../judge/versions/prompt-diff.ts'
import type { ReleasedFiles } from '../../judge/versions/prompt-files.ts'
import { changedLines } from './line-diff.ts'

type History = Omit<PromptRelease, 'isActive' | 'activations'>

/** Newest first. */
export const promptHistory = (released: ReleasedFiles[]): History[] =>
  released.map(({ id, name, sha256, files, modules }, at) => {
    const before = released.slice(at + 1).find((one) => one.name === name)
    return {
      id,
      sha256,
      files: [...files, ...modules].map((file) => ({ name: file.name, sha256: file.sha256 })),
      since: before?.id ?? null,
      changes: before ? listChangedPairs(before, { files, modules }).map(toChange) : [],
    }
  })

/** A rule source is named by its newer version. */
const toChange = ({ before, after }: FilePair): PromptChange => ({
  file: after?.name ?? before?.name ?? '',
  lines: changedLines(before?.text ?? '', after?.text ?? ''),
})
