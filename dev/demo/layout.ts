import { styleText } from 'node:util'

/** Lines no longer than this. */
export const width = 100

const indent = '  '

let output: NodeJS.WriteStream = process.stdout

/** Keeps standard output for one JSON document: from now on the words go to standard error. */
export const printToStandardError = (): void => void (output = process.stderr)

export const write = (text: string): void => void output.write(text)

export const print = (line = ''): void => write(line === '' ? '\n' : `${indent}${line}\n`)

/** Colours show on a terminal alone, and not with NO_COLOR. */
export const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
  styleText(format, text, { stream: output })

/** The heading of a step. */
export const printStep = (number: number, title: string): void => write(`\n${paint('bold', `${number}  ${title}`)}\n\n`)

/** Prose, wrapped; `lead` stands before its first line and as white space before the others. */
export function printText(text: string, lead = ''): void {
  const room = width - indent.length - lead.length
  wrapped(text, room).forEach((line, n) => print(`${n === 0 ? lead : ' '.repeat(lead.length)}${line}`))
}

function wrapped(text: string, room: number): string[] {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= room) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** One thing that runs, in the columns of the list of them. */
export const printLabelled = (label: string, kind: string, words: string): void =>
  print(`${cell(label, 12)}${cell(kind, 10)}${words}`)

/** A column: positive widths fill on the right, negative ones on the left. */
export const cell = (value: string | number, room: number): string =>
  room < 0 ? String(value).padStart(-room) : String(value).padEnd(room)
