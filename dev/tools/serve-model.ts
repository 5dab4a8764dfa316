// Serves the stand-in of a language model on this machine, to measure the service without a provider:
// `npm run model -- [--port 8095] [--noise 6] [--seed 1] [--obedient]`.
import { parseArgs } from 'node:util'
import { heuristicModel, judgeByHeuristic } from '../stand-ins/heuristic-judge.ts'
import { startModelServer } from '../stand-ins/model.ts'
import { withNoise } from '../stand-ins/noisy-judge.ts'
import { withObedience } from '../stand-ins/obedient-judge.ts'
import { createReader } from '../stand-ins/read-pictures.ts'
import { exitWith } from './exit-with.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8095' },
    /** The standard deviation of its errors, in points. */
    noise: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    /** Follows the orders in submissions. */
    obedient: { type: 'boolean', default: false },
  },
})

const honest = values.obedient ? withObedience(judgeByHeuristic, { readImage: await createReader() }) : judgeByHeuristic
const { baseUrl } = await startModelServer({
  judge: withNoise(honest, { deviation: Number(values.noise), seed: Number(values.seed) }),
  findFault: ({ text }) => (text.includes('DECLINE-TEST') ? 'refusal' : undefined),
  port: Number(values.port),
}).catch(exitWith)
process.stdout.write(
  `MODEL_PROVIDER=openai MODEL_BASE_URL=${baseUrl} MODEL_NAME=${heuristicModel} MODEL_API_KEY=stand-in; Ctrl-C stops\n`,
)
