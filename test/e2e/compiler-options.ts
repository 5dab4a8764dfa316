/** The compiler options of a strict project that has generated code in it. */
export const strictOptions = {
  strict: true,
  noEmit: true,
  target: 'es2023',
  module: 'preserve',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  skipLibCheck: true,
}
