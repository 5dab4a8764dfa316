// Plain JavaScript, because an older Node has to be refused before the first TypeScript file.
import '../../bin/require-node.js' // oxlint-disable-line import/no-unassigned-import
import '../../bin/compile-cache.js' // oxlint-disable-line import/no-unassigned-import

await import('./build-once.ts')
