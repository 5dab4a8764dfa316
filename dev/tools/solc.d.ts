declare module 'solc' {
  const solc: {
    /** Takes and returns the compiler's standard JSON. */
    compile: (input: string, callbacks: { import: (path: string) => { contents: string } }) => string
  }
  export default solc
}
