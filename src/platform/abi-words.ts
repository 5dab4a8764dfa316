/** The word at an index of ABI-encoded data; undefined: the data is shorter. */
export const getWord = (data: string, index: number): string | undefined => {
  const word = data.slice(2 + 64 * index, 66 + 64 * index)
  return word.length === 64 ? `0x${word}` : undefined
}
