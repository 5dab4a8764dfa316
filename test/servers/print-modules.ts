import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Preloaded with `node --import`: at its end it writes the URLs of the modules that the program loaded to LOADED_MODULES_FILE.

const loaded: string[] = []
registerHooks({
  load: (url, context, next) => {
    loaded.push(url)
    return next(url, context)
  },
})
process.on('exit', () => writeFileSync(process.env['LOADED_MODULES_FILE'] ?? '', loaded.join('\n')))
