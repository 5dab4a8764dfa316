/**
 * Writes to standard output; false if that failed, such as after `head` has closed the pipe. A command that prints as it goes
 * ends then, because nobody sees its output. The tool itself reports the failure.
 */
export function printDelivery(text: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  process.stdout.write(text, (error) => resolve(!error))
  return promise
}
