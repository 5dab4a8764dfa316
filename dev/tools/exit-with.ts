/** Ends a tool with one line, for example when its port is in use. */
export function exitWith({ message }: Error): never {
  process.stderr.write(`${message}: choose another port\n`)
  process.exit(1)
}
