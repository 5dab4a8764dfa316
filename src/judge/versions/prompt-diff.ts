import { createTwoFilesPatch } from 'diff'
import type { PromptFile, ReleasedFiles } from './prompt-files.ts'

/** A rule module's name differs by its version. */
export interface FilePair {
  before: PromptFile | null
  after: PromptFile | null
}

type Files = Pick<ReleasedFiles, 'files' | 'modules'>

/** Empty when the versions are equal. */
export const diffPrompts = (before: Files, after: Files): string =>
  listChangedPairs(before, after).map(toPatch).join('')

/** First the folders' files, then the rule sources. */
export const listChangedPairs = (before: Files, after: Files): FilePair[] =>
  [...pair(before.files, after.files), ...pair(before.modules, after.modules)].filter(
    ({ before, after }) => before?.sha256 !== after?.sha256,
  )

function pair(before: PromptFile[], after: PromptFile[]): FilePair[] {
  const stems = [...new Set([...before, ...after].map(toStem))].toSorted()
  return stems.flatMap((stem) => match(before.filter(hasStem(stem)), after.filter(hasStem(stem))))
}

/** A version may use two versions of a module: equal names belong together, and so do the newest others. */
function match(before: PromptFile[], after: PromptFile[]): FilePair[] {
  const common = before.filter(({ name }) => after.some((other) => other.name === name))
  const isOther = ({ name }: PromptFile) => !common.some((one) => one.name === name)
  const [gone, added] = [before.filter(isOther), after.filter(isOther)]
  const count = Math.max(gone.length, added.length)
  return [
    ...common.map((one) => ({ before: one, after: after.find(({ name }) => name === one.name) ?? null })),
    ...Array.from({ length: count }, (_, at) => ({ before: gone[at] ?? null, after: added[at] ?? null })),
  ]
}

const toStem = ({ name }: PromptFile): string => name.replace(/\.ts$/, '').replace(/-\d+\.\d+\.\d+$/, '')

const hasStem = (stem: string) => (file: PromptFile) => toStem(file) === stem

const toPatch = ({ before, after }: FilePair): string =>
  createTwoFilesPatch(before?.name ?? '/dev/null', after?.name ?? '/dev/null', before?.text ?? '', after?.text ?? '')
