// The first versions of Node 24 warn that SQLite is experimental. The service only locks the data folder with it.
const emitWarning = process.emitWarning.bind(process)
process.emitWarning = (warning, ...more) => {
  const isExpected = more[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite ')
  if (!isExpected) emitWarning(warning, ...more)
}
