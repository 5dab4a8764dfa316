/** Returns false when standard output is closed, for example by `head`; commands that print as they go then end. */
export function printDelivery(text: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  process.stdout.write(text, (error) => resolve(!error))
  return promise
}
