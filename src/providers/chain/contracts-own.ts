/**
 * Whether the contract itself reverted, never ended or flooded the response; then the error is its answer. Nodes agree
 * on neither code nor message.
 */
export const isContractsOwn = ({ code, message }: { code: number; message: string }): boolean =>
  isRevert({ code, message }) || contractWords.test(message)

/** Whether the contract itself reverted. */
export const isRevert = ({ code, message }: { code: number; message: string }): boolean =>
  code === 3 || code === -32015 || /revert/i.test(message)

const contractWords =
  /out ?of ?gas|opcode|stack ?(?:over|under)flow|stack limit|invalid ?jump|gas uint64 overflow|data out of bounds|out ?of ?offset|init ?code ?size|execution (?:aborted|halted|timeout|timed out)|response (?:is )?too (?:big|large)|response size/i
