// Plain JavaScript that older versions of Node can parse: they would fail with a stack at the first TypeScript file.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 16)) {
  process.stderr.write(`Launchscore needs Node.js 24.16 or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
