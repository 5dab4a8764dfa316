import type { PromptChange, PromptRelease } from 'launchscore-web/pages'
import type { PromptFile, ReleasedFiles } from '../../judge/prompt-files.ts'
import { changedLines } from './line-diff.ts'

/** Each version with its changes from the version before it, in the given order: newest first. */
export const promptHistory = (released: ReleasedFiles[], active: string): PromptRelease[] =>
  released.map(({ id, name, sha256, files, modules }, at) => {
    const before = released.slice(at + 1).find((one) => one.name === name)
    return {
      id,
      isActive: id === active,
      sha256,
      files: [...files, ...modules].map((file) => ({ name: file.name, sha256: file.sha256 })),
      since: before?.id ?? null,
      changes: before ? changesBetween(before.files, files) : [],
    }
  })

function changesBetween(before: PromptFile[], after: PromptFile[]): PromptChange[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))].toSorted()
  return names
    .map((file) => ({ file, lines: changedLines(textIn(before, file), textIn(after, file)) }))
    .filter(({ lines }) => lines.length > 0)
}

const textIn = (files: PromptFile[], name: string): string => files.find((file) => file.name === name)?.text ?? ''
