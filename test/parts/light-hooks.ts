import hooks from 'node:async_hooks'

/**
 * Node's test runner hooks the creation and the collection of each promise, to name the test that left an error behind: an
 * eighth of a run's CPU time. Without promises it still hooks timers and sockets, and an error that it can't assign to a test
 * fails the file. Import this before `node:test`, which takes `createHook` when it is loaded.
 */
const { createHook } = hooks
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
