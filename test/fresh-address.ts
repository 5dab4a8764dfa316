let callers = 0

/** An address that this process has not given out: 100.64.0.0/10 has 4 million. */
export function freshAddress(): string {
  callers += 1
  return `100.${64 + ((callers >> 16) & 63)}.${(callers >> 8) & 255}.${callers & 255}`
}
