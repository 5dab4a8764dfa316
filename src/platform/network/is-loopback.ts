/** Whether a host is reachable from this machine alone. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.[\d.]+$/.test(host)
