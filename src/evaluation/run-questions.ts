import type { Configured } from '../deps.ts'
import type { Answer } from './answer.ts'
import { type AskOptions, askQuestion } from './ask-question.ts'
import type { EvaluationQuestion } from './sets/list-questions.ts'

const concurrency = 8

/** After this many failures the model is probably unreachable, or its budget is spent. */
const maxConsecutiveFailures = 10

/** The run ended early, because too many consecutive questions got no answer. */
export class EvaluationStopped extends Error {}

/** Eight at a time; answers are in the order of the questions. */
export async function runQuestions(
  deps: Configured<'model'>,
  { questions, ...options }: AskOptions & { questions: EvaluationQuestion[] },
  signal: AbortSignal,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const stopping = new AbortController()
  const either = AbortSignal.any([signal, stopping.signal])
  let next = 0
  let failures = 0
  const work = async () => {
    while (next < questions.length) {
      const at = next++
      const question = questions[at]
      if (!question) return
      const answer = await askQuestion(deps, { question, ...options }, either)
      answers[at] = answer
      failures = answer.outcome === 'failed' ? failures + 1 : 0
      if (failures >= maxConsecutiveFailures)
        throw new EvaluationStopped(
          `The model did not answer ${failures} questions in a row, after ${Object.keys(answers).length - failures} of ${questions.length}. ` +
            'Run the command again within a day to go on from here.',
        )
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, work))
  } catch (error) {
    stopping.abort(error)
    throw error
  }
  return answers
}
