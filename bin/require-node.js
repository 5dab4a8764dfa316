// Plain JavaScript that older versions of Node can parse: they would fail with a stack at the first TypeScript file.
if (Number(process.versions.node.split('.')[0]) < 24) {
  const advice = "Install it, or run the same command as: npx -p node@24 -c '<command>'"
  process.stderr.write(`Launchscore needs Node.js 24 or newer; this is ${process.versions.node}. ${advice}\n`)
  process.exit(1)
}
