// Attacks the service, as a process of its own, on both databases. One file at a time: the tests measure.
import { runWithServices } from './run-with-services.ts'

await runWithServices('test:hostile', ['--test-concurrency=1', 'test/hostile/*.test.ts'])
