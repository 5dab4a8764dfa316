import { build } from 'rolldown'

/** A module as a web page's bundler ships it. */
export async function minify(file: string): Promise<string> {
  const { output } = await build({ input: file, tsconfig: false, write: false, output: { minify: true } })
  return output[0].code
}
