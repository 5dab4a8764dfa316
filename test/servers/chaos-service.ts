import { parseConfig } from '../../src/config.ts'
import { runCommand } from '../../src/main/commands.ts'
import { logListening, start } from '../../src/main/start.ts'

// The service with short time limits, whose clock is off by CLOCK_OFF_MS. Each SIGUSR2 sets it off by the next entry of LEAPS
// (milliseconds).

const leaps = (process.env['LEAPS'] ?? '').split(',').map(Number)
const SystemDate = Date
let offMs = Number(process.env['CLOCK_OFF_MS'] ?? 0)

/** Only what asks for the present time is off; timers and `performance.now()` go on as they do on a real machine. */
class LeapingDate extends SystemDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(SystemDate.now() + offMs)
    else super(...given)
  }

  static override now(): number {
    return SystemDate.now() + offMs
  }
}
globalThis.Date = LeapingDate as DateConstructor

process.on('SIGUSR2', () => {
  offMs = leaps.shift() ?? 0
  process.stdout.write(`${JSON.stringify({ level: 30, msg: 'leapt', offMs })}\n`)
})

const limits = { providerTimeoutMs: 1000, modelTimeoutMs: 1500, samplingDeadlineMs: 5000, scoreDeadlineMs: 20_000 }
logListening(await start({ ...parseConfig(), ...limits }, runCommand))
