import module from 'node:module' // older versions of Node, which are refused, lack the function
import { fileURLToPath } from 'node:url'

// Compiled code is kept beside the program, where only those can write who can change the program itself. In a folder that
// can't be written there is no cache. The variable is for threads and child processes; one that is set already wins.
const folder = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))
process.env.NODE_COMPILE_CACHE ??= folder
module.enableCompileCache(folder)
